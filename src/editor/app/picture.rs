//! One picture of the whole window into a file: what `surefoot --picture` is for, on machines without a display.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use eframe::egui;

use crate::cli::trouble::Trouble;
use crate::editor::core::Session;

/// Frames drawn after the model is there, so that fonts, layout and the camera have settled.
const FRAMES_BEFORE: u32 = 12;

/// Waits until the window shows what it was opened for, takes its picture and closes it.
pub struct Picture {
    path: PathBuf,
    frames: u32,
    taken: Option<Receiver<Arc<egui::ColorImage>>>,
}

impl Picture {
    pub fn new(path: PathBuf) -> Self {
        Self { path, frames: 0, taken: None }
    }

    /// Call it once a frame; whether the window can close.
    pub fn update(&mut self, ctx: &egui::Context, session: &Session) -> bool {
        ctx.request_repaint();
        if let Some(taken) = &self.taken {
            let Ok(image) = taken.try_recv() else { return false };
            self.write(&image);
            return true;
        }
        if session.loading().is_some() {
            self.frames = 0;
            return false;
        }
        self.frames += 1;
        if self.frames >= FRAMES_BEFORE {
            let (sender, receiver) = std::sync::mpsc::channel();
            self.taken = Some(receiver);
            // Nobody listens any more only when the window is gone, and then there is nothing to tell.
            ctx.request_screenshot(move |image| drop(sender.send(image)));
        }
        false
    }

    fn write(&self, image: &egui::ColorImage) {
        let [width, height] = image.size.map(|side| side as u32);
        let bytes: Vec<u8> = image.pixels.iter().flat_map(egui::Color32::to_array).collect();
        match image::save_buffer(&self.path, &bytes, width, height, image::ColorType::Rgba8) {
            Ok(()) => println!("{}", self.path.display()),
            Err(error) => {
                let trouble = Trouble::new(format!("the picture {} could not be written", self.path.display()));
                crate::cli::trouble::print(&trouble.why(error).fix("check that its folder exists").into());
            }
        }
    }
}
