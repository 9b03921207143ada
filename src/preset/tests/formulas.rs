//! Formulas: trees, places, mistakes.

use super::*;

/// A tree in prefix form.
fn show(expr: &Expr) -> String {
    let list = |parts: Vec<&Expr>| parts.into_iter().map(show).collect::<Vec<_>>().join(" ");
    match &expr.kind {
        ExprKind::Number(number) => format!("{number}"),
        ExprKind::Colour([r, g, b]) => format!("#{r:02x}{g:02x}{b:02x}"),
        ExprKind::Text(text) => format!("'{text}'"),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Field(of, name, _) => format!("{}.{name}", show(of)),
        ExprKind::Negate(of) => format!("(neg {})", show(of)),
        ExprKind::Binary(operator, ..) => format!("({operator:?} {})", list(expr.parts())),
        ExprKind::Call { name, .. } => format!("({name} {})", list(expr.parts())),
    }
}

fn tree(text: &str) -> Result<String, Vec<Problem>> {
    let mut problems = Vec::new();
    let expr = parse(text, &TextMap::plain(0, text), &mut problems);
    if problems.is_empty() { Ok(show(&expr)) } else { Err(problems) }
}

#[test]
fn operators_bind_as_in_mathematics() {
    let right = [
        ("1 - 2 - 3", "(Subtract (Subtract 1 2) 3)"),
        ("a + b * c", "(Add a (Multiply b c))"),
        ("a / b / c", "(Divide (Divide a b) c)"),
        ("-x^2", "(neg (Power x 2))"),
        ("2^3^2", "(Power 2 (Power 3 2))"),
        ("2^-x^2", "(Power 2 (neg (Power x 2)))"),
        ("-a * -b", "(Multiply (neg a) (neg b))"),
        ("(a + b).r", "(Add a b).r"),
        ("layers.veins.height", "layers.veins.height"),
        ("crack.edge^2", "(Power crack.edge 2)"),
        ("mix(#f00, '#00FF00', .5)", "(mix #ff0000 #00ff00 0.5)"),
        ("random(wall.id, 'tone')", "(random wall.id 'tone')"),
        ("1e-3 + 2.5E2 + 3.", "(Add (Add 0.001 250) 3)"),
        ("1e", "error"),
        (" \n\t a \r\n + b ", "(Add a b)"),
        ("#abc", "#aabbcc"),
        ("cover(x, 0.5) + cover(x, 0.5, 0.1)", "(Add (cover x 0.5) (cover x 0.5 0.1))"),
    ];
    for (text, wanted) in right {
        assert_eq!(tree(text).unwrap_or("error".into()), wanted, "{text}");
    }
}

#[test]
fn mistakes_have_a_place_and_a_remedy() {
    // The marked text stands between the angle brackets.
    let wrong = [
        ("1 - <(>a + b", "never closed"),
        ("abs<(>a", "never closed"),
        ("a <b>", "two values"),
        ("2<x>", "two values"),
        ("(a <b>)", "two values"),
        ("min(a<,>)", "missing after"),
        ("a <+>", "value is missing"),
        ("a + <*> b", "missing before"),
        ("(<)>", "missing before"),
        ("a<)>", "closes nothing"),
        ("a<,> b", "outside of a function"),
        ("(a<,> b)", "outside of a function"),
        ("a <$> b", "no meaning"),
        ("a <ß>", "two values"),
        ("a <<> b", "no meaning"),
        ("<#12>", "not a colour"),
        ("<'#12'>", "not a colour"),
        ("a *<*> b", "not an operator"),
        ("<'tone>", "never closed"),
        ("<1e999>", "too large"),
        ("<.>", "not a number"),
        ("a.<+> b", "name is missing"),
        ("<absolute>(x)", "unknown function"),
        ("1 + <abs(a, b)>", "`abs` takes 1 value, not 2"),
        ("<min()>", "`min` takes 2 values, not 0"),
        ("<cover(x)>", "`cover` takes 2 or 3 values, not 1"),
        ("<>", "empty"),
        ("ä + <$>", "no meaning"),
    ];
    for (marked, wanted) in wrong {
        let start = marked.find('<').unwrap();
        let end = marked.rfind('>').unwrap() - 1;
        let text = format!("{}{}{}", &marked[..start], &marked[start + 1..end + 1], &marked[end + 2..]);
        let problems = tree(&text).expect_err(marked);
        assert_eq!(problems.len(), 1, "{marked}: {problems:?}");
        assert!(problems[0].message.contains(wanted), "{marked}: {problems:?}");
        assert_eq!(&text[problems[0].span.clone()], &text[start..end], "{marked}");
    }
    assert_eq!(tree("smothstep(0, 1, x)").unwrap_err()[0].help.as_deref(), Some("did you mean `smoothstep`?"));
    assert_eq!(tree("foo(1) + bar(2) + abs()").unwrap_err().len(), 3);
}

#[test]
fn no_depth_overflows() {
    let texts = [
        "(".repeat(1_000_000),
        "-".repeat(1_000_000),
        "abs(".repeat(1_000_000),
        "a^".repeat(1_000_000),
        format!("a{}", ".r".repeat(1_000_000)),
        format!("a{}", " + a".repeat(10_000)),
        format!("a{}", " * a".repeat(1_000_000)),
        format!("{}a{}", "(".repeat(300), ")".repeat(300)),
    ];
    let run = move || {
        for text in texts {
            let problems = tree(&text).unwrap_err();
            assert!(problems[0].message.contains("too deep"), "{:?}", problems[0]);
        }
        tree(&format!("a{}", " + a".repeat(250))).unwrap();
        tree(&format!("{}a{}", "(".repeat(250), ")".repeat(250))).unwrap();
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn places_are_those_of_the_file() {
    let at = |string: &str, marked: &str| {
        let text = nodes(&format!("a = {string}"));
        let Err(problems) = read_with(&text, &Settings::default()) else { panic!("{string}") };
        let problem = &problems.list[0];
        assert_eq!(&text[problem.span.clone()], marked, "{string}: {problem:?}");
        problems.source.line_column(problem.span.start)
    };
    assert_eq!(at(r#""1 + bad""#, "bad"), (3, 10));
    assert_eq!(at("'1 + bad'", "bad"), (3, 10));
    assert_eq!(at(r#""1\t+\tbad""#, "bad"), (3, 12));
    assert_eq!(at(r#""\u0031 + \U00000062ad * 2""#, r"\U00000062ad"), (3, 15));
    assert_eq!(at("\"\"\"\n1 +\n  bad\"\"\"", "bad"), (5, 3));
    assert_eq!(at("\"\"\"\r\n1 +\r\n  bad\"\"\"", "bad"), (5, 3));
    assert_eq!(at("'''\n1 +\n  bad'''", "bad"), (5, 3));
    assert_eq!(at("\"\"\"1 + \\\n   bad\"\"\"", "bad"), (4, 4));
    assert_eq!(at("\"random(1, 'ö\\u00f6') + bad\"", "bad"), (3, 29));
}
