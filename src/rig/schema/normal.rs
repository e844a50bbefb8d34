use std::borrow::Cow;

use super::{Body, Kind, Record};
use crate::rig::text::{Entry, Node, Tree};

/// Brings a tree without errors into the one form that ron is given: no names before parentheses but those of variants, no
/// `Some`, no second parentheses, no foreign fields, plain decimal numbers.
pub fn normalise(tree: &mut Tree<'_>, kind: &Kind) {
    match kind {
        Kind::Optional(kind) => {
            if let Node::Tuple { name: Some("Some"), items } = &mut tree.node
                && items.len() == 1
            {
                *tree = items.remove(0);
            }
            if !matches!(tree.node, Node::Word("None")) {
                normalise(tree, kind);
            }
        }
        Kind::Record(record) => normalise_record(&mut tree.node, record, None),
        Kind::Choice(choice) => {
            let (Node::Record { name: Some(name), .. } | Node::Tuple { name: Some(name), .. }) = tree.node else {
                return;
            };
            let variant = choice.variants.iter().find(|variant| variant.name == name);
            match variant.map(|variant| &variant.body) {
                Some(Body::One(Kind::Record(record)) | Body::Fields(record)) => {
                    if let Node::Tuple { items, .. } = &mut tree.node
                        && items.len() == 1
                    {
                        *tree = items.remove(0);
                    }
                    normalise_record(&mut tree.node, record, Some(name));
                }
                Some(Body::One(kind)) => {
                    if let Node::Tuple { items, .. } = &mut tree.node {
                        items.iter_mut().for_each(|item| normalise(item, kind));
                    }
                }
                _ => {}
            }
        }
        Kind::List(kind) | Kind::Tuple(_, kind) => {
            if let Node::List(items) | Node::Tuple { items, .. } = &mut tree.node {
                items.iter_mut().for_each(|item| normalise(item, kind));
            }
        }
        Kind::ByRole(kind) => {
            if let Node::Map(pairs) = &mut tree.node {
                pairs.iter_mut().for_each(|(_, value)| normalise(value, kind));
            }
        }
        Kind::Number { .. } | Kind::Whole { .. } => {
            if let (Some(value), Node::Number(digits)) = (tree.number(), &mut tree.node)
                && digits.contains(|c: char| !matches!(c, '0'..='9' | '.' | '-' | 'e' | 'E'))
            {
                let whole = matches!(kind, Kind::Whole { .. });
                *digits = Cow::Owned(if whole { format!("{value:.0}") } else { format!("{:?}", value as f32) });
            }
        }
        Kind::Bool | Kind::Text | Kind::Name | Kind::Role => {}
    }
}

fn normalise_record<'a>(node: &mut Node<'a>, record: &Record, new_name: Option<&'a str>) {
    match node {
        Node::Record { name, entries } => {
            *name = new_name;
            entries.retain_mut(|Entry { name, value, .. }| {
                let field = record.field(name);
                if let Some(field) = field {
                    normalise(value, &field.kind);
                }
                field.is_some()
            });
            if entries.is_empty() {
                *node = Node::Tuple { name: new_name, items: Vec::new() };
            }
        }
        Node::Tuple { name, .. } => *name = new_name,
        _ => {}
    }
}
