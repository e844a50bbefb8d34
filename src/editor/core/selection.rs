use surefoot::skeleton::JointId;

/// Something that can be selected, hovered and shown in the inspector. Numbers are indices into the rig's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    Bone(JointId),
    Chain(usize),
    /// The goal of a chain.
    Goal(usize),
    /// The hint of a chain.
    Hint(usize),
    /// The look-at as an entry of the rig.
    LookAt,
    /// The point that is looked at.
    LookTarget,
    /// Pelvis and feet as an entry of the rig.
    Grounding,
    /// The thing that hands hold.
    Prop,
    /// The ground scene.
    Ground,
    /// A piece of the scene.
    Piece(usize),
    /// A joint limit.
    Limit(usize),
    /// The sole of a foot, by the index of the foot in the grounding.
    Sole(usize),
    /// A stretch of the clip on stage in which a foot stands, by its place in the foot's list.
    Contact {
        /// Index into the feet of the grounding.
        foot: usize,
        at: usize,
    },
}

impl Item {
    /// The chain this is, or belongs to.
    pub fn chain(self) -> Option<usize> {
        match self {
            Self::Chain(index) | Self::Goal(index) | Self::Hint(index) => Some(index),
            _ => None,
        }
    }
}

/// How a click changes the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SelectHow {
    #[default]
    Replace,
    Add,
    Toggle,
}

/// What is selected, in the order it was; the last one is what the inspector shows.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selection {
    items: Vec<Item>,
}

impl Selection {
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    pub fn primary(&self) -> Option<Item> {
        self.items.last().copied()
    }

    pub fn contains(&self, item: Item) -> bool {
        self.items.contains(&item)
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Selected bones, in order.
    pub fn bones(&self) -> impl DoubleEndedIterator<Item = JointId> {
        self.items.iter().filter_map(|item| match item {
            Item::Bone(joint) => Some(*joint),
            _ => None,
        })
    }

    /// The chain that is selected, itself or by its goal or hint.
    pub fn chain(&self) -> Option<usize> {
        self.primary().and_then(Item::chain)
    }

    pub(super) fn select(&mut self, item: Item, how: SelectHow) {
        let was_selected = self.contains(item);
        match how {
            SelectHow::Replace => self.items.clear(),
            SelectHow::Add | SelectHow::Toggle => self.items.retain(|&other| other != item),
        }
        if !(how == SelectHow::Toggle && was_selected) {
            self.items.push(item);
        }
    }

    pub(super) fn set(&mut self, items: impl IntoIterator<Item = Item>) {
        self.items.clear();
        for item in items {
            self.select(item, SelectHow::Add);
        }
    }

    /// Keeps what `map` gives an answer for.
    pub(super) fn remap(&mut self, map: impl Fn(Item) -> Option<Item>) {
        let items: Vec<Item> = self.items.iter().filter_map(|&item| map(item)).collect();
        self.set(items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_replace_add_and_toggle() {
        let mut selection = Selection::default();
        selection.select(Item::Chain(0), SelectHow::Replace);
        selection.select(Item::Chain(1), SelectHow::Add);
        assert_eq!(selection.items(), [Item::Chain(0), Item::Chain(1)]);
        selection.select(Item::Chain(0), SelectHow::Add);
        assert_eq!(selection.primary(), Some(Item::Chain(0)));
        selection.select(Item::Chain(0), SelectHow::Toggle);
        assert_eq!(selection.items(), [Item::Chain(1)]);
        selection.select(Item::Ground, SelectHow::Replace);
        assert_eq!(selection.items(), [Item::Ground]);
    }
}
