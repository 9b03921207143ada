//! Random damage to a good preset: it is read or refused, never a panic, and every mistake lies in its text.

use super::*;

/// xorshift64: the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}

const PIECES: &[&str] = &[
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "\\u00e4",
    "\\\n",
    "\r\n",
    "\n",
    "ä",
    "\u{1F600}",
    "\0",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "#",
    "(",
    ")",
    "-",
    "^",
    " + ",
    "1e999",
    "nan",
    "-inf",
    "1979-05-27",
    "true",
    "0x",
    "99999999999999999999",
    "layers.",
    "layers.veins.height",
    "a.b.c",
    "[nodes]",
    "[[layers]]",
    "[maps]",
    "[params]",
    "cloud",
    "type",
    "= =",
    "random(",
    "edition",
    "mask = ",
    "\u{feff}",
    "''",
    "[pack.x]\n",
    "[variants.y]\n",
    "\t",
];

fn damage(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let (at, length) = (random.below(chars.len()), random.below(12));
        let end = (at + length).min(chars.len());
        match random.below(4) {
            0 => drop(chars.drain(at..end)),
            1 => drop(chars.splice(at..at, PIECES[random.below(PIECES.len())].chars())),
            2 => drop(chars.splice(at..end, PIECES[random.below(PIECES.len())].chars())),
            _ => {
                let from = random.below(chars.len());
                let piece: Vec<char> = chars[from..(from + random.below(40)).min(chars.len())].to_vec();
                drop(chars.splice(at..at, piece));
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_presets_are_read_or_refused() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..20_000 {
        let text = damage(MARBLE, &mut random);
        match read_with(&text, &Settings::default()) {
            Ok((preset, warnings)) => {
                accepted += 1;
                assert!(warnings.iter().all(|problem| problem.severity == Severity::Warning));
                for node in &preset.nodes {
                    node.body.uses(&mut |expr| assert!(text.get(expr.span.clone()).is_some(), "{text}"));
                }
            }
            Err(problems) => {
                refused += 1;
                assert!(problems.has_errors(), "{text}");
                for problem in &problems.list {
                    assert!(text.get(problem.span.clone()).is_some(), "{problem:?}\n{text}");
                }
                if refused % 8 == 0 {
                    assert!(!problems.render(false).is_empty());
                }
            }
        }
    }
    assert!(accepted > 200 && refused > 5_000, "{accepted} accepted, {refused} refused");
}

#[test]
fn damaged_formulas_are_read_or_refused() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let good = "1 - smoothstep(0, wander * cover(cloud, 0.6, 0.3), crack.edge) ^ 2 + hsl('#ebe7df', .1, -1e-3, 0).r";
    for _ in 0..20_000 {
        let text = damage(good, &mut random);
        let mut problems = Vec::new();
        let expr = parse(&text, &TextMap::plain(0, &text), &mut problems);
        assert!(text.get(expr.span.clone()).is_some(), "{text}");
        for problem in problems {
            assert!(text.get(problem.span.clone()).is_some(), "{problem:?} {text}");
        }
    }
}
