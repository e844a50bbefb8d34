/// What a person did to a value this frame.
///
/// A drag is `Begin`, any number of `Live`, then `Commit` or `Cancel`: one step of undo. A value that was typed, picked or
/// stepped comes as `Set` alone.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Change<T> {
    #[default]
    None,
    Begin,
    Live(T),
    Commit,
    Cancel,
    Set(T),
}

impl<T> Change<T> {
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Change<U> {
        match self {
            Self::None => Change::None,
            Self::Begin => Change::Begin,
            Self::Live(value) => Change::Live(convert(value)),
            Self::Commit => Change::Commit,
            Self::Cancel => Change::Cancel,
            Self::Set(value) => Change::Set(convert(value)),
        }
    }

    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}
