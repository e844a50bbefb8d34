//! Colours, type and measures of the window: the only place in the editor that has a colour literal.
//!
//! One colour has one meaning everywhere: the colour that marks a chain in the rig list marks its bones in the
//! viewport and its lane in the timeline.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use eframe::egui::epaint::Shadow;
use eframe::egui::{
    self, Color32, Context, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, Style,
    TextStyle, Vec2, Visuals, vec2,
};
use serde::Deserialize;

/// The step all spacing is a multiple of.
pub const STEP: f32 = 4.0;
/// Height of a row: a property, a bone.
pub const ROW: f32 = 24.0;
/// Height of an item in a list.
pub const ITEM: f32 = 30.0;
/// Between a panel's edge and what is in it.
pub const PAD: f32 = 12.0;
/// Corners of fields and buttons.
pub const RADIUS: f32 = 5.0;
/// Width of every icon's lines.
pub const ICON_STROKE: f32 = 1.4;

/// Seconds that anything takes to glide into place.
pub const MOTION: f32 = 0.1;

/// What a colour stands for. Each meaning has a shape as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    Leg,
    Arm,
    Spine,
    Look,
    Ground,
    Selection,
    Bad,
    Warn,
    /// No meaning of its own: a field that belongs to no chain.
    Plain,
}

/// One set of colours. See `assets/theme.ron` for what each is for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    #[serde(with = "hex")]
    pub bg0: Color32,
    #[serde(with = "hex")]
    pub bg1: Color32,
    #[serde(with = "hex")]
    pub bg2: Color32,
    #[serde(with = "hex")]
    pub bg3: Color32,
    #[serde(with = "hex")]
    pub line: Color32,
    #[serde(with = "hex")]
    pub text1: Color32,
    #[serde(with = "hex")]
    pub text2: Color32,
    #[serde(with = "hex")]
    pub text3: Color32,
    #[serde(with = "hex")]
    pub selection: Color32,
    #[serde(with = "hex")]
    pub leg: Color32,
    #[serde(with = "hex")]
    pub arm: Color32,
    #[serde(with = "hex")]
    pub spine: Color32,
    #[serde(with = "hex")]
    pub look: Color32,
    #[serde(with = "hex")]
    pub ground: Color32,
    #[serde(with = "hex")]
    pub bad: Color32,
    #[serde(with = "hex")]
    pub warn: Color32,
    #[serde(with = "hex")]
    pub viewport_top: Color32,
    #[serde(with = "hex")]
    pub viewport_bottom: Color32,
    #[serde(with = "hex")]
    pub floor: Color32,
    #[serde(with = "hex")]
    pub floor_line: Color32,
    #[serde(with = "hex")]
    pub clay: Color32,
    /// A thing that hands hold.
    #[serde(with = "hex")]
    pub prop: Color32,
    /// The pose that IK did not touch.
    #[serde(with = "hex")]
    pub ghost: Color32,
    #[serde(with = "hex")]
    pub axis_x: Color32,
    #[serde(with = "hex")]
    pub axis_y: Color32,
    #[serde(with = "hex")]
    pub axis_z: Color32,
    #[serde(with = "hex")]
    pub knob: Color32,
    #[serde(with = "hex")]
    pub ink: Color32,
    #[serde(with = "hex")]
    pub shadow: Color32,
    /// Share of a meaning's colour in a field's fill. 0..=1.
    pub fill: f32,
    /// Share of a meaning's colour in a selected row. 0..=1.
    pub row: f32,
}

#[derive(Deserialize)]
struct Themes {
    dark: Theme,
    light: Theme,
}

static THEMES: LazyLock<Themes> = LazyLock::new(|| {
    ron::from_str(include_str!("../../assets/theme.ron")).expect("the bundled theme is RON that a test has read")
});

impl Theme {
    pub fn dark() -> &'static Self {
        &THEMES.dark
    }

    pub fn light() -> &'static Self {
        &THEMES.light
    }

    /// The theme `ui` is drawn in.
    pub fn of(ui: &egui::Ui) -> &'static Self {
        Self::for_visuals(ui.visuals())
    }

    /// The theme the whole window is drawn in.
    pub fn of_window(ctx: &Context) -> &'static Self {
        match ctx.theme() {
            egui::Theme::Dark => Self::dark(),
            egui::Theme::Light => Self::light(),
        }
    }

    fn for_visuals(visuals: &Visuals) -> &'static Self {
        if visuals.dark_mode { Self::dark() } else { Self::light() }
    }

    /// The colour of a meaning: lines, marks, text on `bg0` to `bg2`.
    pub fn color(&self, meaning: Meaning) -> Color32 {
        match meaning {
            Meaning::Leg => self.leg,
            Meaning::Arm => self.arm,
            Meaning::Spine => self.spine,
            Meaning::Look => self.look,
            Meaning::Ground => self.ground,
            Meaning::Selection => self.selection,
            Meaning::Bad => self.bad,
            Meaning::Warn => self.warn,
            Meaning::Plain => self.text3,
        }
    }

    /// What a field's fill is painted with; `text1` is readable on it.
    pub fn fill_of(&self, meaning: Meaning) -> Color32 {
        self.bg0.lerp_to_gamma(self.color(meaning), self.fill)
    }

    /// Units and hints on a field's fill.
    pub fn quiet_on_fill(&self) -> Color32 {
        self.text2.lerp_to_gamma(self.text1, 0.45)
    }

    /// What a button that is on is painted with; `text1` is readable on it.
    pub fn strong_fill_of(&self, meaning: Meaning) -> Color32 {
        self.bg1.lerp_to_gamma(self.color(meaning), self.fill + 0.1)
    }

    /// What a selected row is painted with; `text1` and the meaning's own colour are readable on it.
    pub fn row_of(&self, meaning: Meaning) -> Color32 {
        self.bg1.lerp_to_gamma(self.color(meaning), self.row)
    }

    /// What a row under the pointer is painted with.
    pub fn row_hovered(&self) -> Color32 {
        self.bg2
    }

    /// A one-pixel rule.
    pub fn rule(&self) -> Stroke {
        Stroke::new(1.0, self.line)
    }
}

/// 13 px: values, labels, buttons.
pub fn body() -> FontId {
    FontId::new(13.0, FontFamily::Proportional)
}

/// 11 px: units, roles.
pub fn small() -> FontId {
    FontId::new(11.0, FontFamily::Proportional)
}

/// 12 px semibold: heads of sections.
pub fn section() -> FontId {
    FontId::new(12.0, semibold())
}

/// 15 px semibold: titles of dialogs, and the word mark.
pub fn title() -> FontId {
    FontId::new(15.0, semibold())
}

fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// Gives the window its fonts and both of its themes. Call it once, before the first frame.
pub fn install(ctx: &Context) {
    ctx.set_fonts(fonts());
    ctx.set_style_of(egui::Theme::Dark, style(Theme::dark(), Visuals::dark()));
    ctx.set_style_of(egui::Theme::Light, style(Theme::light(), Visuals::light()));
}

/// Inter, with the toolkit's own fonts behind it for signs that Inter lacks.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let inter: [(&str, &'static [u8]); 2] = [
        ("Inter", include_bytes!("../../assets/fonts/Inter-Regular.otf")),
        ("Inter SemiBold", include_bytes!("../../assets/fonts/Inter-SemiBold.otf")),
    ];
    for (name, bytes) in inter {
        fonts.font_data.insert(name.into(), Arc::new(FontData::from_static(bytes)));
    }
    let regular = fonts.families.entry(FontFamily::Proportional).or_default();
    let behind = regular.clone();
    regular.insert(0, "Inter".into());
    fonts.families.insert(semibold(), [vec!["Inter SemiBold".to_owned()], behind].concat());
    fonts
}

fn style(theme: &Theme, visuals: Visuals) -> Style {
    let mut style = Style { visuals: dress(theme, visuals), animation_time: MOTION, ..Style::default() };
    style.text_styles = BTreeMap::from([
        (TextStyle::Small, small()),
        (TextStyle::Body, body()),
        (TextStyle::Button, body()),
        (TextStyle::Heading, title()),
        (TextStyle::Monospace, FontId::new(12.0, FontFamily::Monospace)),
    ]);
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(2.0 * STEP, STEP);
    spacing.button_padding = vec2(2.0 * STEP, STEP);
    spacing.interact_size = vec2(ROW, ROW);
    spacing.menu_margin = Margin::same(STEP as i8);
    spacing.window_margin = Margin::same(PAD as i8 + 4);
    spacing.menu_width = 240.0;
    spacing.combo_height = 360.0;
    spacing.tooltip_width = 320.0;
    spacing.scroll = egui::style::ScrollStyle {
        bar_width: 8.0,
        floating_width: 3.0,
        bar_outer_margin: 2.0,
        foreground_color: true,
        ..egui::style::ScrollStyle::floating()
    };
    spacing.scroll.fade.strength = 0.0;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
    style
}

fn dress(theme: &Theme, mut visuals: Visuals) -> Visuals {
    visuals.panel_fill = theme.bg1;
    visuals.window_fill = theme.bg2;
    visuals.window_stroke = theme.rule();
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = theme.bg0;
    visuals.text_edit_bg_color = Some(theme.bg0);
    visuals.code_bg_color = theme.bg0;
    visuals.faint_bg_color = theme.bg2;
    visuals.hyperlink_color = theme.arm;
    visuals.warn_fg_color = theme.warn;
    visuals.error_fg_color = theme.bad;
    visuals.weak_text_color = Some(theme.text3);
    visuals.selection.bg_fill = theme.fill_of(Meaning::Selection);
    visuals.selection.stroke = Stroke::new(1.0, theme.selection);
    visuals.text_cursor.stroke = Stroke::new(1.5, theme.text1);
    let shadow = |alpha| Shadow { offset: [0, 6], blur: 18, spread: 0, color: theme.shadow.gamma_multiply(alpha) };
    visuals.popup_shadow = shadow(if visuals.dark_mode { 0.45 } else { 0.18 });
    visuals.window_shadow = shadow(if visuals.dark_mode { 0.55 } else { 0.25 });

    let radius = CornerRadius::same(RADIUS as u8);
    let states = [
        (&mut visuals.widgets.noninteractive, theme.bg1, theme.rule(), theme.text2),
        (&mut visuals.widgets.inactive, theme.bg2, Stroke::NONE, theme.text1),
        (&mut visuals.widgets.hovered, theme.bg3, Stroke::NONE, theme.text1),
        (&mut visuals.widgets.active, theme.bg3, Stroke::new(1.0, theme.text3), theme.text1),
        (&mut visuals.widgets.open, theme.bg3, Stroke::NONE, theme.text1),
    ];
    for (widget, fill, border, text) in states {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = border;
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.corner_radius = radius;
        widget.expansion = 0.0;
    }
    visuals
}

/// `text`, laid out on one line and cut with an ellipsis where it is wider than `width`.
pub fn line_of(ui: &egui::Ui, text: &str, font: FontId, color: Color32, width: f32) -> Arc<egui::Galley> {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The frame of dialogs and of cards that lie over the panels.
pub fn card(style: &Style) -> egui::Frame {
    egui::Frame::popup(style).inner_margin(Margin::same(4 * STEP as i8))
}

/// The size of a square.
pub fn square(side: f32) -> Vec2 {
    Vec2::splat(side)
}

mod hex {
    use eframe::egui::Color32;
    use serde::{Deserialize, Deserializer, de::Error};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color32, D::Error> {
        let text = String::deserialize(deserializer)?;
        Color32::from_hex(&format!("#{text}")).map_err(|_| {
            D::Error::custom(format!("{text:?} is no colour: expected six hexadecimal digits, as in 3fc1b0"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contrast as WCAG 2.1 defines it.
    fn contrast(a: Color32, b: Color32) -> f64 {
        let luminance = |color: Color32| {
            let [r, g, b] = [color.r(), color.g(), color.b()].map(|channel| {
                let c = f64::from(channel) / 255.0;
                if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    const MEANINGS: [Meaning; 9] = [
        Meaning::Leg,
        Meaning::Arm,
        Meaning::Spine,
        Meaning::Look,
        Meaning::Ground,
        Meaning::Selection,
        Meaning::Bad,
        Meaning::Warn,
        Meaning::Plain,
    ];

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 1e-9);
        // #767676 on white is the well-known lightest grey that passes.
        assert!((contrast(Color32::from_gray(0x76), Color32::WHITE) - 4.54).abs() < 0.01);
    }

    #[test]
    fn every_text_is_readable_on_what_it_stands_on() {
        for (name, theme) in [("dark", Theme::dark()), ("light", Theme::light())] {
            let check = |what: &str, text: Color32, ground: Color32| {
                let found = contrast(text, ground);
                assert!(found >= 4.5, "{name}: {what} has {found:.2}:1");
            };
            for (place, ground) in [("bg0", theme.bg0), ("bg1", theme.bg1), ("bg2", theme.bg2)] {
                for (text, color) in [("text1", theme.text1), ("text2", theme.text2), ("text3", theme.text3)] {
                    check(&format!("{text} on {place}"), color, ground);
                }
                for meaning in MEANINGS {
                    check(&format!("{meaning:?} on {place}"), theme.color(meaning), ground);
                }
            }
            check("text1 on bg3", theme.text1, theme.bg3);
            check("text2 on bg3", theme.text2, theme.bg3);
            for meaning in MEANINGS {
                check(&format!("text1 on the fill of {meaning:?}"), theme.text1, theme.fill_of(meaning));
                check(&format!("units on the fill of {meaning:?}"), theme.quiet_on_fill(), theme.fill_of(meaning));
                check(&format!("text1 on the strong fill of {meaning:?}"), theme.text1, theme.strong_fill_of(meaning));
                check(&format!("text1 on a row of {meaning:?}"), theme.text1, theme.row_of(meaning));
                check(&format!("text2 on a row of {meaning:?}"), theme.text2, theme.row_of(meaning));
            }
            for meaning in [Meaning::Warn, Meaning::Bad] {
                check(&format!("ink on {meaning:?}"), theme.ink, theme.color(meaning));
                let faded = theme.bg1.lerp_to_gamma(theme.color(meaning), 0.45);
                check(&format!("text1 on faded {meaning:?}"), theme.text1, faded);
            }
            let faded = theme.bg1.lerp_to_gamma(theme.fill_of(Meaning::Ground), 0.45);
            check("text1 on a faded pass", theme.text1, faded);
            check("selection on its row", theme.selection, theme.row_of(Meaning::Selection));
        }
    }

    #[test]
    fn the_fonts_have_tabular_digits() {
        let ctx = Context::default();
        install(&ctx);
        let mut widths = Vec::new();
        let output = ctx.run_ui(egui::RawInput::default(), |ui| {
            for font in [body(), section()] {
                let of = |digit: char| ui.fonts_mut(|fonts| fonts.glyph_width(&font, digit));
                widths.push(('0'..='9').map(of).collect::<Vec<f32>>());
            }
        });
        output.drop_without_applying_deltas();
        for digits in widths {
            assert!(digits.iter().all(|&width| width == digits[0]), "{digits:?}");
        }
    }
}
