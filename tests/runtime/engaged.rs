//! The ground is heeded while the character goes no faster than the rig allows.

use surefoot::glam::Vec3;
use surefoot::ground::{Ground, Surface};
use surefoot::math::Transform;
use surefoot::pose::Pose;
use surefoot::rig::Rig;
use surefoot::runtime::{Inputs, Memory};

use crate::person::{Built, Person, Slope, whole};
use crate::scenes::placed;

fn heeds_below(speed: f32) -> Rig {
    let mut rig = whole();
    rig.grounding.as_mut().unwrap().fades_above = Some(speed);
    rig
}

/// One in its rest pose that is moved over a ground.
struct Moved<'a> {
    built: &'a Built,
    bound: surefoot::runtime::BoundRig,
    memory: Memory,
    root: Transform,
}

impl<'a> Moved<'a> {
    fn new(built: &'a Built, rig: &Rig) -> Self {
        let bound = rig.bind_with(&built.skeleton, &built.map).unwrap();
        Self { built, memory: bound.memory(), bound, root: Transform::IDENTITY }
    }

    /// For `frames` of `dt` at `velocity`; the last one's pose.
    fn go(&mut self, ground: &dyn Ground, velocity: Vec3, dt: f32, frames: usize) -> Pose {
        let mut pose = Pose::default();
        for _ in 0..frames {
            self.root.translation += velocity * dt;
            pose.copy_from(self.built.skeleton.rest());
            self.bound.solve(&mut pose, &mut self.memory, &Inputs { dt, root: self.root, ..Inputs::settled(ground) });
        }
        pose
    }

    /// How far the soles are off the ground, the farther of the two.
    fn gap(&self) -> f32 {
        let contacts = self.memory.report().feet.iter().flat_map(|foot| foot.contacts);
        contacts.map(|contact| contact.gap).fold(0.0, |most: f32, gap| most.max(gap.abs()))
    }
}

/// Along the slope's level, so that its height does not change.
const ACROSS: Vec3 = Vec3::X;

#[test]
fn feet_are_left_alone_above_the_speed_and_put_down_again_below_it() {
    let built = Person::default().build();
    let slope = Slope::rising(20.0, 0.0);
    for dt in [1.0_f32 / 30.0, 1.0 / 60.0, 1.0 / 144.0] {
        let second = (1.0 / dt).round() as usize;
        let mut moved = Moved::new(&built, &heeds_below(2.0));
        let slow = moved.go(&slope, ACROSS * 1.9, dt, second);
        assert_ne!(&slow, built.skeleton.rest());
        let fast = moved.go(&slope, ACROSS * 2.1, dt, second);
        assert_eq!(&fast, built.skeleton.rest(), "{dt}");
        let nearly_slow = moved.go(&slope, ACROSS * 1.85, dt, second);
        assert_eq!(&nearly_slow, built.skeleton.rest(), "{dt}");
        moved.go(&slope, Vec3::ZERO, dt, 3 * second);
        assert!(moved.gap() < 2e-3, "{dt}: {}", moved.gap());
    }
}

#[test]
fn the_way_out_and_back_is_gradual() {
    let built = Person::default().build();
    let slope = Slope::rising(20.0, 0.0);
    let mut moved = Moved::new(&built, &heeds_below(2.0));
    let mut before = moved.go(&slope, Vec3::ZERO, 1.0 / 60.0, 60);
    for frame in 0..180 {
        let speed = if frame < 90 { 4.0 } else { 0.0 };
        let pose = moved.go(&slope, ACROSS * speed, 1.0 / 60.0, 1);
        let turned = |(one, other): (&Transform, &Transform)| one.rotation.angle_between(other.rotation).to_degrees();
        let most = pose.local().iter().zip(before.local()).map(turned).fold(0.0, f32::max);
        assert!(most < 12.0, "frame {frame}: {most}°");
        before = pose;
    }
}

#[test]
fn a_settled_pose_and_one_without_the_field_heed_the_ground_at_any_speed() {
    let built = Person::default().build();
    let slope = Slope::rising(20.0, 0.0);
    let mut moved = Moved::new(&built, &heeds_below(2.0));
    moved.go(&slope, ACROSS * 5.0, 1.0 / 60.0, 60);
    moved.go(&slope, ACROSS * 5.0, 0.0, 1);
    assert!(moved.gap() < 2e-3, "{}", moved.gap());
    let mut free = Moved::new(&built, &whole());
    assert_ne!(&free.go(&slope, ACROSS * 20.0, 1.0 / 60.0, 60), built.skeleton.rest());
}

#[test]
fn speed_counts_from_what_carries_the_character_and_from_its_size() {
    // Half a turn in six seconds, four metres from the middle: 2.1 m/s.
    let mut ground = placed(
        r#"Scene(format_version: 1, pieces: [
            (shape: Block(size: (12.0, 0.2, 12.0)), position: (0.0, -0.23, 0.0), turning_deg_per_s: 30.0),
        ])"#,
    );
    let built = Person::default().build();
    let mut moved = Moved::new(&built, &heeds_below(1.0));
    let mut pose = Pose::default();
    for frame in 0..120 {
        ground.set_time(f64::from(frame) / 60.0);
        let raft = ground.world_from_surface(Surface(1));
        moved.root.rotation = raft.rotation;
        moved.root.translation = raft.rotation * Vec3::new(4.0, 0.0, 0.0);
        pose = moved.go(&ground, Vec3::ZERO, 1.0 / 60.0, 1);
    }
    assert_ne!(&pose, built.skeleton.rest());
    assert!(moved.gap() < 2e-3, "{}", moved.gap());

    let slope = Slope::rising(20.0, 0.0);
    let mut tall = Moved::new(&built, &heeds_below(2.0));
    tall.root.scale = Vec3::splat(10.0);
    assert_ne!(&tall.go(&slope, ACROSS * 15.0, 1.0 / 60.0, 60), built.skeleton.rest());
    assert_eq!(&tall.go(&slope, ACROSS * 25.0, 1.0 / 60.0, 60), built.skeleton.rest());
}
