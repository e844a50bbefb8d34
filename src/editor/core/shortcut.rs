use std::fmt;

/// The keys that shortcuts use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    A,
    B,
    D,
    E,
    F,
    G,
    I,
    N,
    O,
    P,
    Q,
    R,
    S,
    T,
    W,
    Y,
    Z,
    Num1,
    Num3,
    Num7,
    F1,
    Space,
    Delete,
    Escape,
    Left,
    Right,
    Home,
    End,
    OpenBracket,
    CloseBracket,
    Backslash,
}

impl Key {
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::D => "D",
            Self::E => "E",
            Self::F => "F",
            Self::G => "G",
            Self::I => "I",
            Self::N => "N",
            Self::O => "O",
            Self::P => "P",
            Self::Q => "Q",
            Self::R => "R",
            Self::S => "S",
            Self::T => "T",
            Self::W => "W",
            Self::Y => "Y",
            Self::Z => "Z",
            Self::Num1 => "1",
            Self::Num3 => "3",
            Self::Num7 => "7",
            Self::F1 => "F1",
            Self::Space => "Space",
            Self::Delete => "Delete",
            Self::Escape => "Esc",
            Self::Left => "←",
            Self::Right => "→",
            Self::Home => "Home",
            Self::End => "End",
            Self::OpenBracket => "[",
            Self::CloseBracket => "]",
            Self::Backslash => "\\",
        }
    }
}

/// A key with its modifiers. `ctrl` is the command key on a Mac.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shortcut {
    pub ctrl: bool,
    pub shift: bool,
    pub alt: bool,
    pub key: Key,
}

impl Shortcut {
    pub const fn key(key: Key) -> Self {
        Self { ctrl: false, shift: false, alt: false, key }
    }

    pub const fn ctrl(key: Key) -> Self {
        Self { ctrl: true, ..Self::key(key) }
    }

    pub const fn ctrl_shift(key: Key) -> Self {
        Self { ctrl: true, shift: true, ..Self::key(key) }
    }

    pub const fn alt(key: Key) -> Self {
        Self { alt: true, ..Self::key(key) }
    }
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(self.ctrl, "Ctrl+"), (self.shift, "Shift+"), (self.alt, "Alt+")] {
            if held {
                f.write_str(name)?;
            }
        }
        f.write_str(self.key.name())
    }
}
