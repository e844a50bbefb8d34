//! A running editor on a virtual display of its own, used by the names on its widgets.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use egui::accesskit::{Node, NodeId};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_inspection::protocol::{Request, Response, read_handshake, read_message, write_message};

/// How long anything may take to appear. Software rendering on two cores is slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the process it holds.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The editor, its display, and the line to it. Both end with it.
pub struct App {
    stream: TcpStream,
    _editor: Ended,
    _display: Ended,
}

/// A widget as assistive technology sees it.
#[derive(Clone, Debug)]
pub struct Widget {
    pub name: String,
    pub value: String,
    pub center: Pos2,
    pub disabled: bool,
}

impl App {
    /// Starts the editor with `arguments`; settings and autosaves go to `data`.
    pub fn start(arguments: &[&str], data: &Path) -> Self {
        let (display, number) = virtual_display();
        let port = free_port();
        let editor = Command::new(env!("CARGO_BIN_EXE_surefoot"))
            .args(arguments)
            .env("DISPLAY", format!(":{number}"))
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("SUREFOOT_DATA_DIR", data)
            .env("EGUI_INSPECTION", format!("127.0.0.1:{port}"))
            .stdin(Stdio::null())
            .spawn()
            .expect("the editor starts");
        let editor = Ended(editor);
        let start = Instant::now();
        let mut stream = loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => break stream,
                Err(error) if start.elapsed() > PATIENCE => panic!("the editor does not answer: {error}"),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        };
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out can be set");
        read_handshake(&mut stream).expect("the editor speaks the inspection protocol");
        Self { stream, _editor: editor, _display: display }
    }

    fn ask(&mut self, request: &Request) -> Response {
        write_message(&mut self.stream, request).expect("the editor is there");
        match read_message(&mut self.stream).expect("the editor answers") {
            Response::Error { message } => panic!("the editor refuses: {message}"),
            response => response,
        }
    }

    fn send(&mut self, events: Vec<Event>) {
        self.ask(&Request::ApplyEvents { events });
    }

    /// Everything on screen that has a name or a value.
    pub fn widgets(&mut self) -> Vec<Widget> {
        let Response::Tree { accesskit: Some(tree), .. } = self.ask(&Request::GetTree) else {
            panic!("the editor shows no accessibility tree");
        };
        let find = |id: &NodeId| tree.nodes.iter().find(|(other, _)| other == id).map(|(_, node)| node);
        let name_of = |node: &Node| match node.label() {
            Some(label) => label.to_owned(),
            None => {
                let labels = node.labelled_by().iter().filter_map(find);
                labels.filter_map(|label| label.value().or(label.label())).collect::<Vec<_>>().join(" ")
            }
        };
        let mut found = Vec::new();
        for (_, node) in &tree.nodes {
            let Some(bounds) = node.bounds() else { continue };
            let toggled = node.toggled().map(|toggled| format!("{toggled:?}"));
            let number = node.numeric_value().map(|number| number.to_string());
            let value = node.value().map(str::to_owned).or(number).or(toggled).unwrap_or_default();
            let name = name_of(node);
            if name.is_empty() && value.is_empty() {
                continue;
            }
            let center = Pos2::new(((bounds.x0 + bounds.x1) / 2.0) as f32, ((bounds.y0 + bounds.y1) / 2.0) as f32);
            found.push(Widget { name, value, center, disabled: node.is_disabled() });
        }
        found
    }

    /// The widget called `name`, when it has come.
    pub fn wait_for(&mut self, name: &str) -> Widget {
        self.wait_until(&format!("a widget called {name:?}"), |widgets| {
            widgets.iter().find(|widget| widget.name == name && !widget.disabled).cloned()
        })
    }

    /// Waits until something on screen says `text`.
    pub fn expect(&mut self, text: &str) {
        self.wait_until(&format!("{text:?} on screen"), |widgets| {
            widgets.iter().any(|widget| widget.name.contains(text) || widget.value.contains(text)).then_some(())
        });
    }

    /// Asks again and again until `look` finds what it looks for.
    pub fn wait_until<T>(&mut self, what: &str, look: impl Fn(&[Widget]) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            let widgets = self.widgets();
            if let Some(found) = look(&widgets) {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let names: Vec<String> = widgets.iter().map(|w| format!("{} = {}", w.name, w.value)).collect();
                panic!("waited for {what}; on screen are:\n{}", names.join("\n"));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    pub fn click(&mut self, name: &str) {
        let center = self.wait_for(name).center;
        self.click_at(center);
    }

    pub fn click_at(&mut self, at: Pos2) {
        self.send(vec![Event::PointerMoved(at)]);
        self.send(vec![button(at, true)]);
        self.send(vec![button(at, false)]);
    }

    /// Drags with the primary button from the widget called `name` by `way`, in steps as a hand would.
    pub fn drag(&mut self, name: &str, way: Vec2) {
        let from = self.wait_for(name).center;
        self.send(vec![Event::PointerMoved(from)]);
        self.send(vec![button(from, true)]);
        for step in 1..=12 {
            self.send(vec![Event::PointerMoved(from + way * (step as f32 / 12.0))]);
        }
        self.send(vec![button(from + way, false)]);
    }

    /// Types `value` into the field called `name`: double click, select all, type, Enter.
    pub fn set(&mut self, name: &str, value: &str) {
        let at = self.wait_for(name).center;
        self.send(vec![Event::PointerMoved(at)]);
        for _ in 0..2 {
            self.send(vec![button(at, true)]);
            self.send(vec![button(at, false)]);
        }
        self.key(Key::A, Modifiers::CTRL | Modifiers::COMMAND);
        self.send(vec![Event::Text(value.to_owned())]);
        self.key(Key::Enter, Modifiers::NONE);
    }

    /// Types into whatever has the focus.
    pub fn type_text(&mut self, text: &str) {
        self.send(vec![Event::Text(text.to_owned())]);
    }

    pub fn key(&mut self, key: Key, modifiers: Modifiers) {
        for pressed in [true, false] {
            self.send(vec![Event::Key { key, physical_key: None, pressed, repeat: false, modifiers }]);
        }
    }

    pub fn ctrl(&mut self, key: Key) {
        self.key(key, Modifiers::CTRL | Modifiers::COMMAND);
    }

    /// A picture of the window as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        match self.ask(&Request::GetScreenshot { pixels_per_point: None }) {
            Response::Screenshot(png) => png.bytes,
            _ => panic!("no picture came"),
        }
    }
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
}

/// A display that nobody sees, with the number the server chose.
fn virtual_display() -> (Ended, u32) {
    let server = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1600x900x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb is needed for this test: ./test installs it on Debian and Ubuntu");
    let mut server = Ended(server);
    let output = server.0.stdout.take().expect("its output is piped");
    let mut line = String::new();
    BufReader::new(output.take(32)).read_line(&mut line).expect("Xvfb says its number");
    let number = line.trim().parse().expect("Xvfb says a number");
    (server, number)
}

fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}
