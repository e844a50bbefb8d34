use std::fmt::{Display, Formatter};
use std::str::FromStr;

use crate::ground::{GroundScene, GroundShape};

/// Why a text names no ground.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpecError {
    #[error(
        "no ground is called {0:?}; expected flat, slope:DEG, stairs:RISExRUN, bumps:AMPLITUDExLENGTH, ledge:HEIGHT or ramp-corner:DEG, each with @HEADING behind it if wanted"
    )]
    UnknownShape(String),
    #[error("{text:?} is not a number for the {what} of a {shape}")]
    NotANumber { shape: &'static str, what: &'static str, text: String },
    #[error("a {shape} needs {expected}, as in {example}")]
    Missing { shape: &'static str, expected: &'static str, example: &'static str },
    #[error("the {what} of a {shape} is {value}; it can be from {min} to {max}")]
    OutOfRange { shape: &'static str, what: &'static str, value: String, min: f32, max: f32 },
}

/// `flat`, `slope:20`, `slope:-20@90`, `stairs:0.15x0.3`, `bumps:0.05x1`, `ledge:0.3`, `ramp-corner:20`; lengths in metres,
/// angles and headings in degrees.
impl FromStr for GroundScene {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (body, heading) = match text.split_once('@') {
            Some((body, heading)) => (body, Some(heading)),
            None => (text, None),
        };
        let (name, numbers) = match body.split_once(':') {
            Some((name, numbers)) => (name, Some(numbers)),
            None => (body, None),
        };
        let shape = match name {
            "flat" => GroundShape::Flat,
            "slope" => {
                GroundShape::Slope { angle_deg: one("slope", "slope:20", "an angle", "angle", numbers, -80.0, 80.0)? }
            }
            "stairs" => {
                let [rise, run] = two("stairs", "stairs:0.15x0.3", "a rise and a run", numbers)?;
                GroundShape::Stairs {
                    rise: within("stairs", "rise", rise, -2.0, 2.0)?,
                    run: within("stairs", "run", run, 0.05, 10.0)?,
                }
            }
            "bumps" => {
                let [amplitude, length] = two("bumps", "bumps:0.05x1", "an amplitude and a length", numbers)?;
                GroundShape::Bumps {
                    amplitude: within("bumps", "amplitude", amplitude, 0.0, 2.0)?,
                    length: within("bumps", "length", length, 0.1, 100.0)?,
                }
            }
            "ledge" => {
                GroundShape::Ledge { height: one("ledge", "ledge:0.3", "a height", "height", numbers, -5.0, 5.0)? }
            }
            "ramp-corner" => GroundShape::RampCorner {
                angle_deg: one("ramp-corner", "ramp-corner:20", "an angle", "angle", numbers, -60.0, 60.0)?,
            },
            other => return Err(SpecError::UnknownShape(other.to_owned())),
        };
        let heading_deg = match heading {
            Some(heading) => within("ground", "heading", number("ground", "heading", heading)?, -360.0, 360.0)?,
            None => 0.0,
        };
        Ok(Self { shape, heading_deg })
    }
}

fn number(shape: &'static str, what: &'static str, text: &str) -> Result<f32, SpecError> {
    text.trim().parse().map_err(|_| SpecError::NotANumber { shape, what, text: text.to_owned() })
}

fn within(shape: &'static str, what: &'static str, value: f32, min: f32, max: f32) -> Result<f32, SpecError> {
    if (min..=max).contains(&value) {
        Ok(value)
    } else {
        Err(SpecError::OutOfRange { shape, what, value: value.to_string(), min, max })
    }
}

fn one(
    shape: &'static str,
    example: &'static str,
    expected: &'static str,
    what: &'static str,
    text: Option<&str>,
    min: f32,
    max: f32,
) -> Result<f32, SpecError> {
    let text = text.ok_or(SpecError::Missing { shape, expected, example })?;
    within(shape, what, number(shape, what, text)?, min, max)
}

fn two(
    shape: &'static str,
    example: &'static str,
    expected: &'static str,
    text: Option<&str>,
) -> Result<[f32; 2], SpecError> {
    let (first, second) =
        text.and_then(|text| text.split_once('x')).ok_or(SpecError::Missing { shape, expected, example })?;
    Ok([number(shape, "first number", first)?, number(shape, "second number", second)?])
}

impl Display for GroundScene {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self.shape {
            GroundShape::Flat => write!(f, "flat")?,
            GroundShape::Slope { angle_deg } => write!(f, "slope:{angle_deg}")?,
            GroundShape::Stairs { rise, run } => write!(f, "stairs:{rise}x{run}")?,
            GroundShape::Bumps { amplitude, length } => write!(f, "bumps:{amplitude}x{length}")?,
            GroundShape::Ledge { height } => write!(f, "ledge:{height}")?,
            GroundShape::RampCorner { angle_deg } => write!(f, "ramp-corner:{angle_deg}")?,
        }
        if self.heading_deg != 0.0 {
            write!(f, "@{}", self.heading_deg)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_read_and_write_the_same() {
        for text in
            ["flat", "slope:20", "slope:-20@90", "stairs:0.15x0.3", "bumps:0.05x1@-45", "ledge:0.3", "ramp-corner:20"]
        {
            assert_eq!(text.parse::<GroundScene>().unwrap().to_string(), text);
        }
        let scene: GroundScene = "slope:20@90".parse().unwrap();
        assert_eq!(scene, GroundScene { shape: GroundShape::Slope { angle_deg: 20.0 }, heading_deg: 90.0 });
    }

    #[test]
    fn faults_say_what_was_expected() {
        for (text, part) in [
            ("hill", "expected flat, slope"),
            ("slope", "needs an angle, as in slope:20"),
            ("slope:steep", "\"steep\" is not a number"),
            ("slope:95", "from -80 to 80"),
            ("slope:nan", "from -80 to 80"),
            ("stairs:0.15", "a rise and a run"),
            ("stairs:0.15x0", "from 0.05 to 10"),
        ] {
            let message = text.parse::<GroundScene>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
