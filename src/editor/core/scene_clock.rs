use surefoot::ground::{Moving, Piece, PieceShape};

/// The time of what moves in the ground.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct SceneClock {
    /// Seconds, 0 or more.
    pub time_s: f64,
    /// It goes on by itself; it goes on with a clip that plays in any case.
    pub runs: bool,
}

/// What can be added to a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewPiece {
    Block,
    Ramp,
    Rubble,
    Platform,
}

impl NewPiece {
    pub const ALL: [Self; 4] = [Self::Block, Self::Ramp, Self::Rubble, Self::Platform];

    pub fn name(self) -> &'static str {
        match self {
            Self::Block => "Block",
            Self::Ramp => "Ramp",
            Self::Rubble => "Rubble",
            Self::Platform => "Platform",
        }
    }

    /// The piece as it is first put under the character, where it shows at once what feet make of it: a block under the right one alone.
    pub(super) fn piece(self) -> Piece {
        let shape = match self {
            Self::Block => PieceShape::Block { size: [0.8, 0.15, 0.6] },
            Self::Ramp => PieceShape::Ramp { size: [1.0, 0.25, 1.2] },
            Self::Rubble => PieceShape::Rubble { seed: 1, count: 120, size: [0.1, 0.4], area: [3.0, 3.0] },
            Self::Platform => PieceShape::Block { size: [1.4, 0.12, 1.4] },
        };
        let piece = Piece::new(shape);
        let name = self.name().to_lowercase();
        match self {
            Self::Block => Piece { name, position: [-0.45, 0.0, 0.05], ..piece },
            Self::Ramp => Piece { name, position: [0.0, 0.0, -0.1], heading_deg: 180.0, ..piece },
            Self::Rubble => Piece { name, ..piece },
            Self::Platform => Piece {
                name,
                moving: Some(Moving { by: [0.0, 0.0, 1.0], period_s: 6.0 }),
                turning_deg_per_s: 10.0,
                ..piece
            },
        }
    }
}
