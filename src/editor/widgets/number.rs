//! Numbers as people write them: `90/2`, `3 cm`, `1,5`, and how they are shown.

/// The value of an arithmetic expression: `+ - * / ^`, brackets, `.` or `,` as the decimal point.
///
/// A number may be followed by a unit. Lengths, times and shares are turned into `unit`, the one the field shows:
/// `3 cm` is 0.03 where it shows metres, `0.5` with `%` stays 0.5 where it shows `%`. None where the text is no such
/// expression or its value is not finite.
pub fn evaluate(text: &str, unit: &str) -> Option<f64> {
    let mut parser = Parser { rest: text.trim(), unit };
    let value = parser.sum()?;
    (parser.rest.is_empty() && value.is_finite()).then_some(value)
}

struct Parser<'a> {
    rest: &'a str,
    unit: &'a str,
}

/// Deep enough for any sum a person types, shallow enough for the stack.
const MAX_LENGTH: usize = 200;

impl Parser<'_> {
    fn sum(&mut self) -> Option<f64> {
        if self.rest.len() > MAX_LENGTH {
            return None;
        }
        let mut value = self.product()?;
        loop {
            if self.eat(&["+"]) {
                value += self.product()?;
            } else if self.eat(&["-", "−"]) {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.power()?;
        loop {
            if self.eat(&["*", "×", "·"]) {
                value *= self.power()?;
            } else if self.eat(&["/", "÷"]) {
                value /= self.power()?;
            } else {
                return Some(value);
            }
        }
    }

    fn power(&mut self) -> Option<f64> {
        if self.eat(&["-", "−"]) {
            return self.power().map(|value| -value);
        }
        if self.eat(&["+"]) {
            return self.power();
        }
        let base = self.atom()?;
        if self.eat(&["^"]) { self.power().map(|exponent| base.powf(exponent)) } else { Some(base) }
    }

    fn atom(&mut self) -> Option<f64> {
        if self.eat(&["("]) {
            let value = self.sum()?;
            return self.eat(&[")"]).then_some(value);
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(self.rest.len());
        let value: f64 = self.rest[..end].replace(',', ".").parse().ok()?;
        self.advance(end);
        let end = self.rest.find(|c: char| !c.is_alphabetic() && c != '°' && c != '%').unwrap_or(self.rest.len());
        let written = &self.rest[..end];
        let factor = if written.is_empty() { 1.0 } else { conversion(written, self.unit)? };
        self.advance(end);
        Some(value * factor)
    }

    fn eat(&mut self, signs: &[&str]) -> bool {
        let Some(sign) = signs.iter().find(|sign| self.rest.starts_with(**sign)) else { return false };
        self.advance(sign.len());
        true
    }

    fn advance(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }
}

/// How many of `shown` one `written` is.
fn conversion(written: &str, shown: &str) -> Option<f64> {
    let known = |unit: &str| match unit {
        "mm" => Some(("length", 0.001)),
        "cm" => Some(("length", 0.01)),
        "m" => Some(("length", 1.0)),
        "ms" => Some(("time", 0.001)),
        "s" => Some(("time", 1.0)),
        "°" | "deg" => Some(("angle", 1.0)),
        "rad" => Some(("angle", 1f64.to_degrees())),
        "%" => Some(("share", 1.0)),
        _ => None,
    };
    // A field may say more than a unit, as in "% of reach" or "°/s".
    let shown = shown.split([' ', '/', ',']).next().unwrap_or_default();
    let ((kind, from), (wanted, to)) = (known(written)?, known(shown)?);
    (kind == wanted).then_some(from / to)
}

/// `value` with `decimals` places, and with more, up to six, where that would hide digits that matter and `exact` is asked for.
pub fn show(value: f64, decimals: usize, exact: bool) -> String {
    let decimals = if exact {
        (decimals..=6).find(|&places| (round(value, places) - value).abs() <= 1e-7 * value.abs().max(1.0)).unwrap_or(6)
    } else {
        decimals
    };
    let text = format!("{value:.decimals$}");
    // No minus zero.
    if text.starts_with('-') && text.trim_start_matches(['-', '0', '.']).is_empty() {
        text[1..].to_owned()
    } else {
        text
    }
}

/// `value` rounded to `decimals` places.
pub fn round(value: f64, decimals: usize) -> f64 {
    let factor = 10f64.powi(decimals as i32);
    (value * factor).round() / factor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_arithmetic() {
        for (text, value) in [
            ("90/2", 45.0),
            ("1 + 2*3", 7.0),
            ("(1+2)*3", 9.0),
            ("-2^2", -4.0),
            ("2^-1", 0.5),
            ("1,5", 1.5),
            (" .5 ", 0.5),
            ("−3", -3.0),
            ("--3", 3.0),
        ] {
            assert_eq!(evaluate(text, ""), Some(value), "{text}");
        }
    }

    #[test]
    fn units_are_turned_into_the_one_shown() {
        let near = |text: &str, unit: &str, value: f64| {
            let found = evaluate(text, unit).unwrap_or(f64::NAN);
            assert!((found - value).abs() < 1e-12, "{text} in {unit}: {found}");
        };
        near("3cm", "m", 0.03);
        near("1 m - 20 cm", "m", 0.8);
        near("80 ms", "s", 0.08);
        near("97 %", "% of reach", 97.0);
        near("90°/2", "°", 45.0);
        near("360 deg", "°/s", 360.0);
        assert_eq!(evaluate("3 kg", "m"), None);
        assert_eq!(evaluate("3 m", "°"), None);
    }

    #[test]
    fn nonsense_is_no_number() {
        for text in ["", "a", "1/0", "1+", "(1", "1)", "1 2", "1..2", &"(".repeat(100_000), "°", "9^9^9^9"] {
            assert_eq!(evaluate(text, ""), None, "{text:.20}");
        }
    }

    #[test]
    fn numbers_are_shown_short_and_edited_whole() {
        assert_eq!(show(0.8, 2, false), "0.80");
        assert_eq!(show(0.123_456, 2, false), "0.12");
        assert_eq!(show(0.123_456, 2, true), "0.123456");
        assert_eq!(show(45.0, 0, true), "45");
        assert_eq!(show(-0.001, 2, false), "0.00");
        // What a rig's single precision gives back.
        assert_eq!(show(f64::from(0.97f32) * 100.0, 0, true), "97");
    }
}
