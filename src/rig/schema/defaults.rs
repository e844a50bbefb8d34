use super::{Body, Kind, Record};
use crate::rig::text::{Entry, Node, Tree, compact, parse};

/// Takes every field out of the tree that stands at its default, from the inside out.
pub fn leave_out_defaults(tree: &mut Tree<'_>, kind: &Kind) {
    match (kind, &mut tree.node) {
        (Kind::Record(record), Node::Record { entries, .. }) => leave_out(entries, record),
        (Kind::Choice(choice), Node::Record { name: Some(name), entries }) => {
            let body = choice.variants.iter().find(|variant| variant.name == *name).map(|variant| &variant.body);
            if let Some(Body::Fields(record) | Body::One(Kind::Record(record))) = body {
                leave_out(entries, record);
            }
        }
        (Kind::Optional(kind), _) => leave_out_defaults(tree, kind),
        (Kind::List(kind), Node::List(items)) => items.iter_mut().for_each(|item| leave_out_defaults(item, kind)),
        (Kind::ByRole(kind), Node::Map(pairs)) => {
            pairs.iter_mut().for_each(|(_, value)| leave_out_defaults(value, kind));
        }
        _ => {}
    }
}

fn leave_out(entries: &mut Vec<Entry<'_>>, record: &Record) {
    entries.retain_mut(|entry| {
        let Some(field) = record.field(entry.name) else { return true };
        leave_out_defaults(&mut entry.value, &field.kind);
        field.default.is_none_or(|default| compact(&entry.value) != spelt_alike(default))
    });
}

/// The default through the same writer, so that only the value counts.
fn spelt_alike(default: &str) -> String {
    parse(default).0.map(|tree| compact(&tree)).unwrap_or_default()
}
