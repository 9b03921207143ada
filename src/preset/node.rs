//! `[nodes]`: the keys that all nodes share; the rest is read by the node's type.

use toml::de::{DeTable, DeValue};

use super::diagnostics::{Problem, Span};
use super::fields::{Fields, Scope, Table, found};
use super::formula::is_name;
use super::getters::LARGEST_WHOLE;
use super::nearest::nearest;
use super::params::bad_name;
use super::{NodeDecl, NodeSeed, WarpDecl, in_file_order};
use crate::nodes::{NodeType, registry};

/// Reads `[nodes]`. What cannot be read is left out, after a mistake was reported.
pub(super) fn read_nodes<'a>(
    table: Option<&'a DeTable<'a>>,
    scope: Scope<'a>,
    problems: &mut Vec<Problem>,
) -> Vec<NodeDecl> {
    let mut nodes = Vec::new();
    for (name, span, value) in in_file_order(table) {
        if !is_name(name) || name == "layers" {
            problems.push(bad_name("node", name, span.clone()));
        } else if let Some(param) = scope.params.get(name) {
            let problem = Problem::error(span.clone(), format!("`{name}` is the name of a node and of a parameter"));
            let (line, _) = scope.source.line_column(param.span.start);
            let file = scope.source.file_at(param.span.start).0;
            let place = if file == scope.source.file_at(span.start).0 { String::new() } else { format!(" of {file}") };
            problems.push(problem.help(format!("the parameter stands in line {line}{place}; rename one of them")));
        }
        let table = match value.get_ref() {
            DeValue::Table(table) => Table::Whole(table),
            DeValue::String(_) | DeValue::Integer(_) | DeValue::Float(_) => Table::One("value", value),
            other => {
                let problem = Problem::error(
                    value.span(),
                    format!("the node `{name}` is a table or a formula, not {}", found(other)),
                );
                problems.push(problem.help(format!(
                    "for example `{name} = {{ type = \"perlin\", period = 4 }}` or `{name} = \"1 - other\"`"
                )));
                continue;
            }
        };
        let mut fields = Fields::new(format!("node `{name}`"), value.span(), table, scope);
        fields.set_sets_tile(name);
        let read = read_node(&mut fields, name, span);
        // Without a type nothing is known about the keys.
        let known = read.is_some();
        let found = if known { fields.finish() } else { fields.problems };
        problems.extend(found);
        nodes.extend(read);
    }
    nodes
}

fn read_node(fields: &mut Fields, name: &str, span: Span) -> Option<NodeDecl> {
    let formula = matches!(fields.table, Table::One(..));
    let node_type = find_type(fields, formula)?;
    fields.rename(format!("node `{name}` of type `{}`", node_type.name));
    let (mut seed, mut per, mut warp) = (NodeSeed::Name(name.to_string()), None, None);
    if !formula {
        seed = read_seed(fields).unwrap_or(seed);
        per =
            fields.optional_field("per", "an id: each element has its own piece, offset, flip and quarter turn of it");
        warp = read_warp(fields);
    }
    let body = (node_type.read)(fields);
    Some(NodeDecl { name: name.to_string(), span, kind: node_type.name, seed, per, warp, body })
}

fn find_type(fields: &mut Fields, formula: bool) -> Option<&'static NodeType> {
    let names = || registry().iter().map(|node_type| node_type.name);
    let (written, span) = if formula {
        ("formula".to_string(), 0..0)
    } else {
        let found = fields.text("type", "the type of the node");
        if !fields.has("type") {
            let problem = Problem::error(fields.span_of("type"), format!("{} has no `type`", fields.what()));
            fields.report(problem.help(format!("there are {}", names().collect::<Vec<_>>().join(", "))));
        }
        found?
    };
    let found = registry().iter().find(|node_type| node_type.name == written);
    if found.is_none() {
        let all = names().collect::<Vec<_>>().join(", ");
        let help = nearest(&written, names()).map_or(String::new(), |near| format!("did you mean `{near}`? "));
        fields
            .report(Problem::error(span, format!("unknown node type `{written}`")).help(format!("{help}types: {all}")));
    }
    found
}

/// `seed = 7`, or the name that it had before.
fn read_seed(fields: &mut Fields) -> Option<NodeSeed> {
    let value = fields.raw(
        "seed",
        "whole number or name",
        "pins its random numbers: a number, or an older name of the node",
    )?;
    if let DeValue::String(text) = value.get_ref()
        && is_name(text)
        && fields.scope.params.get(text).is_none()
    {
        return Some(NodeSeed::Name(text.to_string()));
    }
    fields.whole_in("seed", value, &(0..=LARGEST_WHOLE)).map(|seed| NodeSeed::Number(seed as u64))
}

fn read_warp(fields: &mut Fields) -> Option<WarpDecl> {
    let span = fields.span_of("warp");
    fields.nested("warp", "moves the place where it is looked at", |warp| WarpDecl {
        by: warp.required_field("by", "where to: a vector, or the name of a node"),
        amount: warp.required_field("amount", "how far, metres"),
        span,
    })
}
