//! Small widgets that the panels are made of. Each takes its room, answers to pointer and keys, says its name to assistive
//! tools, and paints only where it can be seen. None knows the document.

mod button;
mod change;
mod choice;
mod dial;
mod fuzzy;
mod icon;
mod list_item;
mod number;
mod range_field;
mod search_field;
mod section;
mod segmented;
mod text_field;
mod tip;
mod toggle;
mod tree_row;
mod value_field;

pub use button::{Weight, button, icon_button, icon_text_button, link, menu_like_button};
pub use change::Change;
pub use choice::{Choice, Entry, menu_at, pick_from};
pub use dial::heading_dial;
pub use fuzzy::find;
pub use icon::Icon;
pub use list_item::{ListItem, ListItemResponse};
pub use range_field::RangeField;
pub use search_field::search_field;
pub use section::{LABEL_WIDTH, empty, hint, marked_paragraph, paragraph, property, rule, section_head};
pub use segmented::{segmented, segmented_pages};
pub use text_field::text_field;
pub use tip::sentence;
pub use toggle::toggle;
pub use tree_row::{TreeRow, TreeRowResponse};
pub use value_field::{RESET_GUTTER, ValueField, lower_first};

#[cfg(test)]
mod tests;
