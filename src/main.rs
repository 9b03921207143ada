//! The program: everything is in the library, the command line in [`bakestone::cli`].

fn main() -> std::process::ExitCode {
    bakestone::cli::main()
}
