//! Why a file could not be read as a character.

/// A file that could not be read: which, why and what to do.
///
/// Its text is whole sentences for a person.
#[derive(Debug, thiserror::Error)]
#[error("{file} cannot be opened: {fault}. {}", .fault.advice())]
pub struct ReadError {
    /// The path or name it was asked for by.
    pub file: String,
    pub fault: ReadFault,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    #[error("{0}")]
    Io(#[from] std::io::Error),
    #[error("it is empty")]
    Empty,
    #[error("it is a Git LFS pointer, not the file it stands for")]
    LfsPointer,
    #[error("it is {0}, not glTF, GLB or VRM")]
    OtherFormat(&'static str),
    #[error("it is cut short: {needed} bytes are needed and {present} are there")]
    Truncated { needed: u64, present: u64 },
    #[error("it is glTF version {}, and only version 2 can be read", short(.0))]
    Version(String),
    #[error("its JSON is broken: {}", short(.0))]
    Json(serde_json::Error),
    #[error("it cannot be read without the extension {}, which is not known here", short(.0))]
    RequiredExtension(String),
    #[error("{what} {index} does not exist, yet {} names it; there are {count}", short(.place))]
    IndexOutOfRange { place: String, what: &'static str, index: usize, count: usize },
    #[error("nodes form a circle: node {0} is below itself")]
    NodeCycle(usize),
    #[error("node {node} is a child of node {first} and of node {second}")]
    TwoParents { node: usize, first: usize, second: usize },
    #[error("the transforms down to {} multiply to something that is not finite", short(.joint))]
    NotFinite { joint: String },
    #[error("it has no scene and no nodes")]
    NoNodes,
    #[error("buffer {buffer} should be in the file {:?} beside it: {}", short(.uri), short(.cause))]
    MissingBuffer { buffer: usize, uri: String, cause: String },
    #[error("buffer {0} has no data")]
    NoBufferData(usize),
    #[error("{} reaches beyond its data: {needed} bytes are needed and {present} are there", short(.place))]
    OutOfData { place: String, needed: u64, present: u64 },
    #[error("{} is not of the kind its use asks for: {cause}", short(.place))]
    WrongKind { place: String, cause: &'static str },
    #[error("{} is compressed with {extension} and cannot be unpacked: {}", short(.place), short(.cause))]
    Compressed { place: String, extension: &'static str, cause: String },
    #[error("{what} is too large: {size}, and at most {limit} are read")]
    TooLarge { what: &'static str, size: u64, limit: u64 },
    #[error("reading was cancelled")]
    Cancelled,
}

/// What a file calls something, at a length that a person reads: a damaged one may hold anything as a name. Beginning and end stay,
/// for the end often says where.
pub(super) fn short(text: &impl std::fmt::Display) -> String {
    const LONGEST: usize = 240;
    let text = text.to_string();
    let count = text.chars().count();
    if count <= LONGEST {
        return text;
    }
    let begin: String = text.chars().take(LONGEST / 2).collect();
    let end: String = text.chars().skip(count - LONGEST / 2).collect();
    format!("{begin} … {end}")
}

impl ReadFault {
    /// What the person can do about it, as a sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Io(_) => "Check the path and that it may be read.",
            Self::Empty | Self::Truncated { .. } => "Copy or download it again.",
            Self::LfsPointer => "Run `git lfs pull` in its repository to fetch the real file.",
            Self::OtherFormat(_) => "Export the model as .glb from your modelling program.",
            Self::Version(_) => "Open it in a current modelling program and export it as glTF 2.0.",
            Self::RequiredExtension(_) | Self::Compressed { .. } => "Export it again without that extension.",
            Self::MissingBuffer { .. } => "Put the named file beside the model, or export it as one .glb.",
            Self::TooLarge { .. } => "Reduce the model before opening it here.",
            Self::NoNodes => "Export it with its scene.",
            Self::Cancelled => "Open it again to read it whole.",
            Self::Json(_)
            | Self::IndexOutOfRange { .. }
            | Self::NodeCycle(_)
            | Self::TwoParents { .. }
            | Self::NotFinite { .. }
            | Self::NoBufferData(_)
            | Self::OutOfData { .. }
            | Self::WrongKind { .. } => "The file is damaged or its exporter is faulty: export it again.",
        }
    }
}
