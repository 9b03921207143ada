//! Each getter with values of each type.

use super::*;
use crate::preset::fields::Table;

/// Reads `k = value` by `read`; the messages.
fn ask<T>(value: &str, read: impl FnOnce(&mut Fields) -> T) -> (T, Vec<Problem>) {
    let text = format!("k = {value}\n");
    let source = Source::new("test", text.as_str());
    let document = DeTable::parse(&text).unwrap_or_else(|e| panic!("{value}: {e}"));
    let params = good("edition = 1\n[params]\nn = { value = 3 }\ni = { int = 2 }\nb = { bool = true }\nc = { color = \"#123\" }\nw = { choice = \"up\", of = [\"up\"] }").params;
    let names = BTreeSet::from(["node".to_string()]);
    let scope = Scope { source: &source, params: &params, nodes: &names, tile: None };
    let mut fields = Fields::new("test", 0..text.len(), Table::Whole(document.get_ref()), scope);
    let result = read(&mut fields);
    (result, fields.finish())
}

/// Values of all types that TOML has, and numbers that are none.
const VALUES: &[&str] = &[
    "1979-05-27",
    "07:32:00",
    "1979-05-27T07:32:00Z",
    "true",
    "nan",
    "inf",
    "-inf",
    "1e400",
    "9007199254740993",
    "99999999999999999999",
    "-99999999999999999999",
    "0xffffffffffffffffffff",
    "0b1",
    "0o17",
    "0xff",
    "\"\"",
    "\"\\u0000\"",
    "\"ä\"",
    "\"node\"",
    "\"n / 0\"",
    "\"1e308 * 10\"",
    "\"n ^ 0.5\"",
    "\"c + 1\"",
    "\"w\"",
    "\"'x'\"",
    "\"n.r\"",
    "\"sin(n)\"",
    "\"nn\"",
    "[]",
    "[[]]",
    "[1]",
    "[1, 2, 3, 4]",
    "[true, {}]",
    "[[1, 2, 3]]",
    "[[1, true]]",
    "[[\"x\", \"#f\"]]",
    "{}",
    "{ a = 1 }",
    "{ by = {} }",
    "-0.0",
    "5e-324",
    "1.7976931348623157e308",
    "\"-(n)\"",
    "\"#fff\"",
    "[\"#fff\"]",
];

type Getter = (&'static str, fn(&mut Fields));

const GETTERS: &[Getter] = &[
    ("number", |f| assert!((0.0..=5.0).contains(&f.number("k", 1.0, 0.0..=5.0, "")))),
    ("optional_number", |f| assert!(f.optional_number("k", 0.0..=5.0, "").is_none_or(|x| (0.0..=5.0).contains(&x)))),
    ("integer", |f| assert!((0..=5).contains(&f.integer("k", 1, 0..=5, "")))),
    ("optional_integer", |f| assert!(f.optional_integer("k", 0..=5, "").is_none_or(|x| (0..=5).contains(&x)))),
    ("boolean", |f| _ = f.boolean("k", false, "")),
    ("axes", |f| {
        assert!(f.axes("k", None, 0.0..=5.0, "").is_none_or(|a| a.or_z(0.0).iter().all(|x| (0.0..=5.0).contains(x))))
    }),
    ("whole_axes", |f| _ = f.whole_axes("k", Some(Axes::All(2)), 0..=5, "")),
    ("bounds", |f| {
        let allowed = |[a, b]: [f64; 2]| 0.0 <= a && a <= b && b <= 5.0;
        assert!(f.bounds("k", None, 0.0..=5.0, "").is_none_or(allowed));
    }),
    ("choice", |f| _ = f.choice("k", &[("up", 1, ""), ("down", 2, "")], 1, "")),
    ("optional_choice", |f| _ = f.optional_choice("k", &[("up", 1, ""), ("down", 2, "")], "")),
    ("text", |f| drop(f.text("k", ""))),
    ("node", |f| drop(f.node("k", ""))),
    ("stops", |f| drop(f.stops("k", ""))),
    ("points", |f| assert!(f.points("k", "").iter().flatten().all(|x| x.is_finite()))),
    ("numbers", |f| drop(f.numbers("k", 0.0..=5.0, ""))),
    ("colours", |f| drop(f.colours("k", ""))),
    ("texts", |f| drop(f.texts("k", ""))),
    ("field", |f| drop(f.field("k", 0.0, ""))),
    ("optional_field", |f| drop(f.optional_field("k", ""))),
    ("required_field", |f| drop(f.required_field("k", ""))),
    ("colour_field", |f| drop(f.colour_field("k", [0; 3], ""))),
    ("optional_colour_field", |f| drop(f.optional_colour_field("k", ""))),
    ("nested", |f| drop(f.nested("k", "", |f| f.required_field("by", "")))),
];

#[test]
fn no_value_breaks_a_getter_and_no_mistake_passes() {
    for (name, getter) in GETTERS {
        for value in VALUES {
            let (_, problems) = ask(value, getter);
            for problem in &problems {
                assert!(
                    problem.span.end <= value.len() + 4 && problem.span.start >= 4
                        || problem.message.contains("unknown key"),
                    "{name} {value}: {problem:?}"
                );
            }
            // Dates and endless numbers fit nowhere.
            if value.starts_with("19") || value.contains("999999") || value.contains("nan") || value.contains("inf") {
                assert_eq!(problems.len(), 1, "{name} {value}: {problems:?}");
                assert!(problems[0].message.contains("`k`"), "{name} {value}: {problems:?}");
            }
        }
    }
}

#[test]
fn missing_keys_give_defaults() {
    for (name, getter) in GETTERS {
        let mut fields = Fields::documenting();
        getter(&mut fields);
        assert_eq!(fields.docs().len(), 1, "{name}");
        assert_eq!(fields.docs()[0].key, "k");
        assert_eq!(fields.finish(), [], "{name}");
    }
    let table = DeTable::parse("").unwrap();
    let mut fields =
        Fields::new("test", 0..0, Table::Whole(table.get_ref()), Scope::bare(&crate::preset::diagnostics::NOWHERE));
    fields.required_field("k", "what it is");
    assert_eq!(fields.finish()[0].message, "test lacks `k`");
}

#[test]
fn numbers_are_computed_from_parameters() {
    let number = |value: &str| ask(value, |f| f.number("k", 0.0, -100.0..=100.0, ""));
    for (value, wanted) in [
        ("\"n * 2 + i\"", 8.0),
        ("\"-n^2\"", -9.0),
        ("\"max(n, i) / 2\"", 1.5),
        ("\"b\"", 1.0),
        ("\"2 ^ -1\"", 0.5),
        ("0x10", 16.0),
        ("-1_0", -10.0),
    ] {
        assert_eq!(number(value), (wanted, vec![]), "{value}");
    }
    let whole = |value: &str| ask(value, |f| f.number("k", 0.0, f64::MIN..=f64::MAX, "")).1.len();
    assert_eq!((whole("9007199254740991"), whole("9007199254740992"), whole("-9007199254740992")), (0, 1, 1));
    let message = |value: &str| number(value).1.remove(0).message;
    assert_eq!(message("\"n * 50\""), "`k = 150` is outside -100 .. 100");
    assert_eq!(message("\"n / (i - 2)\""), "division by zero");
    assert!(message("\"node\"").starts_with("`node` is a node"));
    assert_eq!(message("true"), "`k` takes a number, not `true`");
    assert_eq!(ask("2.5", |f| f.integer("k", 1, 0..=5, "")).1[0].message, "`k` takes a whole number, not 2.5");
}

#[test]
fn lists_and_axes() {
    assert_eq!(ask("[1, \"n\"]", |f| f.axes("k", None, 0.0..=9.0, "")), (Some(Axes::Each(1.0, 3.0, None)), vec![]));
    assert_eq!(ask("[1, 2.0, 3]", |f| f.whole_axes("k", None, 0..=9, "")), (Some(Axes::Each(1, 2, Some(3))), vec![]));
    assert_eq!(ask("[1, 20, true]", |f| f.axes("k", None, 0.0..=9.0, "")).1.len(), 2);
    let bounds = |value: &str| ask(value, |f| f.bounds("k", Some([0.5, 1.0]), 0.0..=9.0, ""));
    assert_eq!(bounds("[1, \"n\"]"), (Some([1.0, 3.0]), vec![]));
    assert_eq!(bounds("\"n\""), (Some([3.0, 3.0]), vec![]));
    assert_eq!(bounds("[3, 1]").1[0].message, "`k` takes a number, or the least and the greatest");
    assert_eq!(bounds("[1, 20]").1[0].message, "`k = 20` is outside 0 .. 9");
    assert_eq!(Axes::Each(1, 2, None).or_z(7), [1, 2, 7]);
    assert_eq!(Axes::All(1).or_z(7), [1, 1, 1]);
    let (stops, problems) = ask("[[0, \"#000\"], [0.5, 0.2], [1, \"c\"]]", |f| f.stops("k", ""));
    assert_eq!(problems, []);
    assert_eq!(
        stops.iter().map(|s| s.1).collect::<Vec<_>>(),
        [StopValue::Colour([0; 3]), StopValue::Number(0.2), StopValue::Colour([0x11, 0x22, 0x33])]
    );
    assert_eq!(
        ask("[[1, 0], [0, 1]]", |f| f.stops("k", "")).1[0].message,
        "the places of `k` must rise: 0 comes too late"
    );
    assert_eq!(ask("\"w\"", |f| f.node("k", "")).0, Some(("up".into(), 5..6)));
    assert_eq!(ask("\"w\"", |f| f.choice("k", &[("down", 1, ""), ("up", 2, "")], 0, "")), (2, vec![]));
}
