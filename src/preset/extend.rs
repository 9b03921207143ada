//! `extends`: a preset on top of another one, table by table, before anything is read.
//!
//! What is a set of settings is merged key by key: the root, parameters, variants, maps. What is one thing is replaced as a whole:
//! nodes, packs, volumes, uses, layers (in place, by name). Tables keep the places of their values, so a mistake is shown in the file
//! that makes it. To read both presets and merge those was rejected: a mistake of the parent that the child mends would be told.

use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

use super::diagnostics::Span;
use super::fields::Value;
use super::params::KINDS;
use super::{dismantle, dismantle_value};

/// `child` on top of `parent`.
pub(super) fn merge<'a>(mut parent: DeTable<'a>, child: DeTable<'a>) -> DeTable<'a> {
    // The child is another material, and reads its own file.
    for key in ["name", "extends"] {
        discard(parent.remove(key));
    }
    for (key, value) in child {
        let inside = match key.get_ref().as_ref() {
            "params" => parameter,
            "variants" => variant,
            "maps" => map,
            "nodes" => whole,
            "pack" | "use" | "volumes" => droppable,
            "layers" => {
                let old = parent.remove("layers");
                put(&mut parent, key, layers(old, value));
                continue;
            }
            _ => {
                put(&mut parent, key, value);
                continue;
            }
        };
        each(&mut parent, key, value, inside);
    }
    parent
}

/// What an old and a new value of one name make together; `None` drops the name.
type Meet<'a> = fn(Value<'a>, Value<'a>) -> Option<Value<'a>>;

/// Merges the entries of a table within `parent`; what is no table replaces it.
fn each<'a>(parent: &mut DeTable<'a>, key: Spanned<DeString<'a>>, value: Value<'a>, meet: Meet<'a>) {
    let span = value.span();
    match (parent.remove(key.get_ref().as_ref()).map(Spanned::into_inner), value.into_inner()) {
        (Some(DeValue::Table(mut old)), DeValue::Table(new)) => {
            for (name, new) in new {
                let met = match old.remove(name.get_ref().as_ref()) {
                    Some(old) => meet(old, new),
                    None => Some(new),
                };
                if let Some(met) = met {
                    old.insert(name, met);
                }
            }
            parent.insert(key, Spanned::new(span, DeValue::Table(old)));
        }
        (old, new) => {
            old.map(dismantle_value);
            parent.insert(key, Spanned::new(span, new));
        }
    }
}

/// Replaces the key as well, so that its place is that of the value.
fn put<'a>(table: &mut DeTable<'a>, key: Spanned<DeString<'a>>, value: Value<'a>) {
    discard(table.remove(key.get_ref().as_ref()));
    table.insert(key, value);
}

/// Drops a value however deep it is.
fn discard(value: Option<Value>) {
    if let Some(value) = value {
        dismantle_value(value.into_inner());
    }
}

/// The keys of `new` on those of `old`.
fn over<'a>(mut old: DeTable<'a>, new: DeTable<'a>, span: Span) -> Option<Value<'a>> {
    for (key, value) in new {
        put(&mut old, key, value);
    }
    Some(Spanned::new(span, DeValue::Table(old)))
}

/// A table with this one key, at the place of its value.
fn one<'a>(key: &'static str, value: Value<'a>) -> DeTable<'a> {
    let mut table = DeTable::new();
    table.insert(Spanned::new(value.span(), key.into()), value);
    table
}

/// A table with another kind of value is another parameter; a value alone replaces that of the parent.
fn parameter<'a>(old: Value<'a>, new: Value<'a>) -> Option<Value<'a>> {
    let span = new.span();
    let kind = |table: &DeTable| KINDS.into_iter().find(|kind| table.contains_key(*kind));
    match (old.into_inner(), new) {
        (DeValue::Table(old), new) if !new.get_ref().is_table() => match kind(&old) {
            Some(kind) => over(old, one(kind, new), span),
            None => {
                dismantle(old);
                Some(new)
            }
        },
        (DeValue::Table(old), new) => match new.into_inner() {
            DeValue::Table(new) if kind(&new).is_none() || kind(&new) == kind(&old) => over(old, new, span),
            new => {
                dismantle(old);
                Some(Spanned::new(span, new))
            }
        },
        (_, new) => Some(new),
    }
}

fn variant<'a>(old: Value<'a>, new: Value<'a>) -> Option<Value<'a>> {
    let span = new.span();
    match (old.into_inner(), new.into_inner()) {
        (DeValue::Table(old), DeValue::Table(new)) => over(old, new, span),
        (old, new) => droppable(Spanned::new(span.clone(), old), Spanned::new(span, new)),
    }
}

/// A formula alone is a table with a `value`.
fn map<'a>(old: Value<'a>, new: Value<'a>) -> Option<Value<'a>> {
    let span = new.span();
    let table = |value: Value<'a>| match value.get_ref() {
        DeValue::Table(_) => match value.into_inner() {
            DeValue::Table(table) => Ok(table),
            other => Err(Spanned::new(0..0, other)),
        },
        DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) => Ok(one("value", value)),
        _ => Err(value),
    };
    match (table(old), table(new)) {
        (Ok(old), Ok(new)) => over(old, new, span),
        (Err(_), Ok(new)) => Some(Spanned::new(span, DeValue::Table(new))),
        (old, Err(new)) => {
            old.map(dismantle).ok();
            Some(new)
        }
    }
}

fn whole<'a>(old: Value<'a>, new: Value<'a>) -> Option<Value<'a>> {
    discard(Some(old));
    Some(new)
}

/// `false` drops what the parent has.
fn droppable<'a>(old: Value<'a>, new: Value<'a>) -> Option<Value<'a>> {
    discard(Some(old));
    (!matches!(new.get_ref(), DeValue::Boolean(false))).then_some(new)
}

/// Layers with the name of one below replace it, or drop it; others are put on top.
fn layers<'a>(old: Option<Value<'a>>, new: Value<'a>) -> Value<'a> {
    let span = new.span();
    let (old, new) = match (old.map(Spanned::into_inner), new.into_inner()) {
        (Some(DeValue::Array(old)), DeValue::Array(new)) => (old, new),
        (old, new) => {
            old.map(dismantle_value);
            return Spanned::new(span, new);
        }
    };
    // Places stay until the end: the number of a layer is its name where none is written.
    let mut all: Vec<Option<Value>> = Vec::new();
    for layer in old {
        let number = all.len() + 1;
        all.push(Some(numbered(layer, number)));
    }
    for layer in new {
        let name = written(&layer);
        let place = all.iter().position(|known| name.is_some() && known.as_ref().and_then(written) == name);
        match place {
            Some(place) => {
                let dropped = layer.get_ref().get("drop").and_then(|drop| drop.get_ref().as_bool()) == Some(true);
                discard(all[place].take());
                if !dropped {
                    all[place] = Some(layer);
                }
            }
            None => {
                let mut number = all.len() + 1;
                let taken = |number: usize| {
                    let name = Some(format!("layer{number}"));
                    all.iter().flatten().any(|layer| written(layer) == name)
                };
                while taken(number) {
                    number += 1;
                }
                all.push(Some(numbered(layer, number)));
            }
        }
    }
    Spanned::new(span, DeValue::Array(all.into_iter().flatten().collect::<DeArray>()))
}

/// The name that is written in a layer.
fn written(layer: &Value) -> Option<String> {
    layer.get_ref().get("name").and_then(|name| name.get_ref().as_str()).map(str::to_string)
}

/// A layer that has a name, if need be its number.
fn numbered(mut layer: Value, number: usize) -> Value {
    let span = layer.span();
    if let DeValue::Table(table) = layer.get_mut()
        && !table.contains_key("name")
    {
        let name = DeValue::String(format!("layer{number}").into());
        table.insert(Spanned::new(span.clone(), "name".into()), Spanned::new(span, name));
    }
    layer
}
