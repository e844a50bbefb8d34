use glam::{Quat, Vec3};

use super::*;
use crate::math::Transform;
use crate::rig::{Axis, BoneRef, Chain, Hint, Solver, TwoBone, preset};
use crate::skeleton::Joint;

/// A bone of the body under test; positions in model space.
#[derive(Clone)]
struct Bone {
    name: String,
    role: Option<Role>,
    parent: Option<&'static str>,
    at: Vec3,
    scale: Vec3,
    influence: f32,
    /// Of the vertices it moves, model space; the middle of the bone where none is set.
    middle: Option<Vec3>,
}

/// A whole body whose left is at +X: a T-pose with knees a little forward and elbows a little back.
struct Body {
    bones: Vec<Bone>,
    has_two_rests: bool,
}

const USUAL: [(&str, Role, Option<&str>, [f32; 3]); 16] = [
    ("hips", Role::Hips, None, [0.0, 0.92, 0.0]),
    ("spine", Role::Spine, Some("hips"), [0.0, 1.05, 0.0]),
    ("neck", Role::Neck, Some("spine"), [0.0, 1.45, 0.0]),
    ("head", Role::Head, Some("neck"), [0.0, 1.55, 0.0]),
    ("thigh.l", Role::LeftUpperLeg, Some("hips"), [0.1, 0.9, 0.0]),
    ("shin.l", Role::LeftLowerLeg, Some("thigh.l"), [0.1, 0.5, 0.02]),
    ("foot.l", Role::LeftFoot, Some("shin.l"), [0.1, 0.1, 0.0]),
    ("arm.l", Role::LeftUpperArm, Some("spine"), [0.2, 1.4, 0.0]),
    ("forearm.l", Role::LeftLowerArm, Some("arm.l"), [0.45, 1.4, -0.02]),
    ("hand.l", Role::LeftHand, Some("forearm.l"), [0.7, 1.4, 0.0]),
    ("thigh.r", Role::RightUpperLeg, Some("hips"), [-0.1, 0.9, 0.0]),
    ("shin.r", Role::RightLowerLeg, Some("thigh.r"), [-0.1, 0.5, 0.02]),
    ("foot.r", Role::RightFoot, Some("shin.r"), [-0.1, 0.1, 0.0]),
    ("arm.r", Role::RightUpperArm, Some("spine"), [-0.2, 1.4, 0.0]),
    ("forearm.r", Role::RightLowerArm, Some("arm.r"), [-0.45, 1.4, -0.02]),
    ("hand.r", Role::RightHand, Some("forearm.r"), [-0.7, 1.4, 0.0]),
];

impl Body {
    fn usual() -> Self {
        let bones = USUAL.map(|(name, role, parent, at)| Bone {
            name: name.into(),
            role: Some(role),
            parent,
            at: at.into(),
            scale: Vec3::ONE,
            influence: 1.0,
            middle: None,
        });
        Self { bones: bones.into(), has_two_rests: false }
    }

    fn moved(mut self, way: impl Fn(Vec3) -> Vec3) -> Self {
        self.bones.iter_mut().for_each(|bone| bone.at = way(bone.at));
        self
    }

    fn with(mut self, name: &str, change: impl FnOnce(&mut Bone)) -> Self {
        change(self.bones.iter_mut().find(|bone| bone.name == name).unwrap());
        self
    }

    /// Another bone, put before the one called `before`.
    fn plus(mut self, before: &str, name: &str, parent: &'static str, at: [f32; 3]) -> Self {
        let index = self.bones.iter().position(|bone| bone.name == before).unwrap();
        let bone = Bone {
            name: name.into(),
            role: None,
            parent: Some(parent),
            at: at.into(),
            scale: Vec3::ONE,
            influence: 1.0,
            middle: None,
        };
        self.bones.insert(index, bone);
        self
    }

    /// What the limbs' bones move lies off them by this.
    fn with_mesh_moved(mut self, shift: Vec3) -> Self {
        let ends: Vec<(&'static str, Vec3)> =
            self.bones.iter().filter_map(|bone| Some((bone.parent?, bone.at))).collect();
        for bone in &mut self.bones {
            let end = ends.iter().find(|(parent, _)| *parent == bone.name);
            bone.middle = end.map(|(_, end)| bone.at.midpoint(*end) + shift);
        }
        self
    }

    fn skeleton(&self) -> (Skeleton, HumanoidMap) {
        let index = |name: &str| self.bones.iter().position(|bone| bone.name == name).unwrap();
        let joints = self.bones.iter().map(|bone| Joint {
            name: bone.name.clone(),
            parent: bone.parent.map(|parent| index(parent) as u16),
            rest: Transform {
                scale: bone.scale,
                ..Transform::from_translation(bone.at - bone.parent.map_or(Vec3::ZERO, |up| self.bones[index(up)].at))
            },
            source: None,
        });
        let skeleton = Skeleton::new(joints.collect()).unwrap();
        let roles = self.bones.iter().enumerate().filter_map(|(index, bone)| Some((bone.role?, skeleton.id(index)?)));
        let map = roles.collect();
        (skeleton, map)
    }

    fn rig(&self) -> Rig {
        let (skeleton, map) = self.skeleton();
        Rig::fit_preset(&preset("biped").unwrap(), &skeleton, &map, "")
    }

    fn findings(&self, rig: &Rig) -> Vec<Finding> {
        let (skeleton, _) = self.skeleton();
        let map = rig.humanoid_map(&skeleton).0;
        let influence: Vec<f32> = self.bones.iter().map(|bone| bone.influence).collect();
        let middle = |bone: &Bone| {
            let end = self.bones.iter().find(|other| other.parent == Some(bone.name.as_str()) && other.role.is_some());
            end.map_or(bone.at, |end| bone.at.midpoint(end.at))
        };
        let in_joint = |bone: &Bone| Some((bone.middle.unwrap_or_else(|| middle(bone)) - bone.at) / bone.scale);
        let middles: Vec<Option<Vec3>> = self.bones.iter().map(in_joint).collect();
        let has_two_rests = self.has_two_rests;
        let subject =
            Subject { skeleton: &skeleton, map: &map, influence: &influence, middles: &middles, has_two_rests };
        diagnose(&subject, rig)
    }

    fn codes(&self) -> Vec<&'static str> {
        self.findings(&self.rig()).iter().map(|finding| finding.code).collect()
    }

    /// That the body has just this finding, so many times; and that with its fixes in the rig nothing is asked for any more.
    #[track_caller]
    fn shows(&self, code: &'static str, times: usize, severity: Severity, has_fix: bool) -> Rig {
        self.shows_under(self.rig(), code, times, severity, has_fix)
    }

    #[track_caller]
    fn shows_under(&self, mut rig: Rig, code: &'static str, times: usize, severity: Severity, has_fix: bool) -> Rig {
        let found = self.findings(&rig);
        let codes: Vec<&str> = found.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, vec![code; times]);
        assert_eq!((found[0].severity, found[0].fix.is_some()), (severity, has_fix), "{found:?}");
        assert!(found[0].fix.is_some() || found[0].advice.is_some() || severity == Severity::Note, "{found:?}");
        for finding in &found {
            finding.fix.iter().for_each(|fix| fix.apply(&mut rig));
        }
        let rig = Rig::from_ron(&rig.to_ron()).unwrap().rig;
        if has_fix {
            let after = self.findings(&rig);
            let asks = after.iter().find(|finding| finding.severity > Severity::Note || finding.fix.is_some());
            assert_eq!(asks, None, "{code} after its fix");
        }
        rig
    }
}

#[test]
fn a_usual_body_has_no_findings() {
    assert_eq!(Body::usual().codes(), [""; 0]);
    let none =
        Body { bones: vec![Body::usual().bones.remove(0)], has_two_rests: false }.with("hips", |b| b.role = None);
    assert_eq!(none.codes(), ["no-humanoid"]);
    assert_eq!(Body::usual().with("hand.r", |bone| bone.role = None).codes(), ["missing-bones"]);
}

#[test]
fn other_units_are_told_and_kept_in_the_rig() {
    for (scale, metres) in [(100.0, 0.01), (1000.0, 0.001), (0.01, 100.0)] {
        let body = Body::usual().moved(|at| at * scale);
        let rig = body.shows("unit-scale", 1, Severity::Warning, true);
        assert_eq!(rig.character.metres_per_unit, metres);
        let kept = body.findings(&rig);
        assert!(kept.len() == 1 && kept[0].message.contains("kept in the rig"), "{kept:?}");
    }
    // A giant of 17 m may be one.
    let giant = Body::usual().moved(|at| at * 10.0);
    giant.shows("unit-scale", 1, Severity::Note, true);
    assert!(!giant.findings(&giant.rig())[0].is_certain);
    // A wrong unit in the rig of a sound file is told too.
    let mut rig = Body::usual().rig();
    rig.character.metres_per_unit = 0.01;
    let found = Body::usual().findings(&rig);
    assert_eq!(found[0].fix, Some(Fix::MetresPerUnit { value: 1.0 }));
}

#[test]
fn a_body_on_its_back_is_stood_up_by_the_rig() {
    let quarter = std::f32::consts::FRAC_PI_2;
    for (turn, up) in [
        (Quat::from_rotation_x(quarter), Axis::Z),
        (Quat::from_rotation_x(-quarter), Axis::NegZ),
        (Quat::from_rotation_z(-quarter), Axis::X),
        (Quat::from_rotation_z(2.0 * quarter), Axis::NegY),
    ] {
        let body = Body::usual().moved(|at| turn * at);
        let mut rig = body.rig();
        let found = body.findings(&rig);
        let up_axis = found.iter().find(|finding| finding.code == "up-axis").unwrap();
        assert_eq!((&up_axis.fix, up_axis.is_certain), (&Some(Fix::Up { axis: up }), true));
        Fix::Up { axis: up }.apply(&mut rig);
        let after = body.findings(&rig);
        assert!(after.iter().all(|finding| finding.severity == Severity::Note), "{up:?}: {after:?}");
        assert!(after.iter().any(|finding| finding.code == "up-axis" && finding.message.contains("kept in the rig")));
        let (skeleton, map) = body.skeleton();
        let head = rig.world_from_model(&skeleton, &map).to_affine().transform_point3(turn * Vec3::new(0.0, 1.55, 0.0));
        assert!(head.distance(Vec3::new(0.0, 1.55, 0.0)) < 1e-5, "{up:?}: {head}");
    }
}

#[test]
fn the_way_a_body_faces_is_told_and_can_be_turned() {
    for (turn, front) in [(180.0_f32, Axis::NegZ), (90.0, Axis::X), (-90.0, Axis::NegX)] {
        let body = Body::usual().moved(|at| Quat::from_rotation_y(turn.to_radians()) * at);
        let rig = body.shows("facing", 1, Severity::Note, true);
        assert_eq!(rig.character.forward, Some(front));
        let (skeleton, map) = body.skeleton();
        let hand = body.bones.iter().find(|bone| bone.name == "hand.l").unwrap().at;
        let hand = rig.world_from_model(&skeleton, &map).to_affine().transform_point3(hand);
        assert!(hand.distance(Vec3::new(0.7, 1.4, 0.0)) < 1e-5, "{front:?}: {hand}");
    }
    let mut rig = Body::usual().rig();
    rig.character.forward = Some(Axis::NegZ);
    let found = Body::usual().findings(&rig);
    let wrong = found.iter().find(|finding| finding.code == "facing").unwrap();
    assert_eq!((wrong.severity, &wrong.fix), (Severity::Warning, &Some(Fix::Forward { axis: Axis::Z })));
}

#[test]
fn knees_that_bend_back_mean_that_sides_are_named_from_in_front() {
    let body = Body::usual().moved(|at| at * Vec3::new(-1.0, 1.0, 1.0));
    let (skeleton, map) = body.skeleton();
    assert_eq!(crate::humanoid::body_frame(&skeleton, &map).forward, Vec3::Z);
    let rig = body.shows("sides-swapped", 1, Severity::Warning, true);
    assert_eq!(rig.bones[&Role::LeftHand], BoneRef::Node("hand.r".into()));
}

#[test]
fn straight_and_backward_limbs_are_told_apart() {
    let arm = |z: f32| {
        let bent = |bone: &mut Bone| bone.at.z = z;
        Body::usual().with("forearm.l", bent).with("forearm.r", bent)
    };
    let bends = |body: &Body, code, times, severity| {
        let rig = body.shows_under(without_hints(body.rig()), code, times, severity, true);
        let offset = |chain: &Chain| limb(chain).map_or(0.0, |limb| limb.hint.offset[2]);
        rig.chains.iter().map(offset).map(f32::signum).collect::<Vec<f32>>()
    };
    // Left leg, right leg, left arm, right arm, spine; without a fix there is no hint.
    assert_eq!(bends(&arm(0.0), "straight-limb", 2, Severity::Note), [1.0, 1.0, -1.0, -1.0, 1.0]);
    bends(&arm(0.04), "backward-limb", 2, Severity::Warning);
    bends(&arm(0.005), "backward-limb", 2, Severity::Note);
    let leg = Body::usual().with("shin.l", |bone| bone.at.z = 0.0);
    bends(&leg, "straight-limb", 1, Severity::Note);
    // The preset has hints, so there it is kept already.
    leg.shows("straight-limb", 1, Severity::Note, false);
}

fn limb(chain: &Chain) -> Option<&TwoBone> {
    match &chain.solver {
        Solver::TwoBone(limb) => Some(limb),
        Solver::Fabrik(_) => None,
    }
}

fn without_hints(mut rig: Rig) -> Rig {
    for chain in &mut rig.chains {
        if let Solver::TwoBone(limb) = &mut chain.solver {
            limb.hint = Hint::default();
        }
    }
    rig
}

#[test]
fn bones_that_hang_elsewhere_are_told() {
    Body::usual().with("foot.l", |bone| bone.parent = Some("hips")).shows("loose-foot", 1, Severity::Note, false);
    Body::usual().with("hand.r", |bone| bone.parent = Some("hips")).shows("disconnected", 1, Severity::Warning, false);
    let side_branch = Body::usual().with("head", |bone| bone.parent = Some("hips"));
    side_branch.shows("disconnected", 1, Severity::Note, false);
}

#[test]
fn bones_without_length_are_left_out() {
    let body = Body::usual()
        .plus("arm.l", "clavicle.l", "spine", [0.2, 1.4, 0.0])
        .with("clavicle.l", |bone| bone.role = Some(Role::LeftShoulder))
        .with("arm.l", |bone| bone.parent = Some("clavicle.l"));
    let rig = body.shows("zero-length", 1, Severity::Warning, true);
    assert!(!rig.bones.contains_key(&Role::LeftShoulder) && rig.bones.contains_key(&Role::LeftUpperArm));
    let knee = Body::usual().with("shin.l", |bone| bone.at = Vec3::new(0.1, 0.9, 0.0));
    assert!(knee.codes().contains(&"zero-length"));
}

#[test]
fn joints_between_and_beside_limbs_are_told() {
    let between = Body::usual()
        .plus("shin.l", "thigh.l.001", "thigh.l", [0.1, 0.7, 0.01])
        .with("shin.l", |bone| bone.parent = Some("thigh.l.001"));
    between.shows("split-limb", 1, Severity::Note, false);
    let beside = Body::usual().plus("shin.l", "thigh_twist_01.l", "thigh.l", [0.1, 0.7, 0.01]);
    beside.shows("twist-bones", 1, Severity::Note, false);
}

#[test]
fn names_that_repeat_or_are_missing_are_told() {
    let twice = Body::usual().plus("shin.l", "hips", "thigh.l", [0.1, 0.7, 0.01]);
    twice.shows("duplicate-name", 1, Severity::Note, false);
    Body::usual().with("hand.l", |bone| bone.name.clear()).shows("missing-name", 1, Severity::Note, false);
}

#[test]
fn an_uneven_scale_is_told() {
    let body = Body::usual().with("hand.l", |bone| bone.scale = Vec3::new(1.0, 1.2, 1.0));
    body.shows("uneven-scale", 1, Severity::Warning, false);
}

#[test]
fn bones_apart_from_their_mesh_are_told_with_the_way() {
    for (shift, says) in [
        (Vec3::NEG_Y * 0.87, "lie 0.87 m above the"),
        (Vec3::Y * 0.3, "lie 0.30 m below the"),
        (Vec3::NEG_X * 0.5, "lie 0.50 m to the left of the"),
        (Vec3::Z * 0.5, "lie 0.50 m behind the"),
    ] {
        let body = Body::usual().with_mesh_moved(shift);
        let rig = body.shows("bones-off-mesh", 1, Severity::Warning, false);
        let message = &body.findings(&rig)[0].message;
        assert!(message.contains(says), "{message}");
        // In other units it is as many metres.
        let body = Body::usual().moved(|at| at * 100.0).with_mesh_moved(shift * 100.0);
        let mut rig = body.rig();
        rig.character.metres_per_unit = 0.01;
        let found = body.findings(&rig);
        assert!(found.iter().any(|finding| finding.message.contains(says)), "{found:?}");
    }
    // A coat, long hair and a heavy sword move their bones' middles, and nothing else.
    let mut body = Body::usual();
    for (name, middle) in [
        ("hips", [0.0, 0.2, 0.0]),
        ("head", [0.0, 0.6, -0.3]),
        ("thigh.l", [0.2, 0.2, -0.2]),
        ("thigh.r", [-0.2, 0.2, -0.2]),
        ("forearm.r", [-0.7, 1.4, 0.8]),
    ] {
        body = body.with(name, |bone| bone.middle = Some(middle.into()));
    }
    assert_eq!(body.codes(), [""; 0]);
}

#[test]
fn a_bone_that_moves_nothing_gives_its_role_to_the_one_that_does() {
    let body = Body::usual()
        .plus("hand.l", "DEF-hand.l", "forearm.l", [0.7, 1.4, 0.0])
        .with("hand.l", |bone| bone.influence = 0.0);
    let rig = body.shows("no-influence", 1, Severity::Warning, true);
    assert_eq!(rig.bones[&Role::LeftHand], BoneRef::Node("DEF-hand.l".into()));
    // One that carries what moves the mesh is as good.
    let carries = Body::usual()
        .plus("hand.l", "DEF-hand.l", "hand.l", [0.7, 1.4, 0.0])
        .with("hand.l", |bone| bone.influence = 0.0);
    assert_eq!(carries.sorted().codes(), [""; 0]);
}

impl Body {
    /// Parents first.
    fn sorted(mut self) -> Self {
        let index = self.bones.iter().position(|bone| bone.name == "DEF-hand.l").unwrap();
        self.bones[index..].rotate_left(1);
        self
    }
}

#[test]
fn two_rest_poses_are_a_choice_and_odd_arms_are_told() {
    let mut body = Body::usual();
    body.has_two_rests = true;
    body.shows("rest-not-bind", 1, Severity::Note, true);
    let raised = |bone: &mut Bone| bone.at.y += 0.4;
    let arms_up = Body::usual().with("hand.l", raised).with("hand.r", raised);
    assert!(arms_up.codes().contains(&"rest-pose"));
    let level = Body::usual();
    let (skeleton, map) = level.skeleton();
    assert_eq!(rest_pose(&skeleton, &map, Vec3::Y), RestPose::T);
}

/// The usual body with the roles of some bones exchanged or given away.
fn faults_with(change: impl FnOnce(&mut HumanoidMap)) -> Vec<(Role, RoleFault)> {
    let (skeleton, mut map) = Body::usual().skeleton();
    change(&mut map);
    role_faults(&skeleton, &map)
}

fn exchange(map: &mut HumanoidMap, a: Role, b: Role) {
    let (of_a, of_b) = (map.get(a), map.get(b));
    map.set(a, of_b);
    map.set(b, of_a);
}

#[test]
fn roles_on_joints_that_cannot_have_them_are_faults() {
    use Role as R;
    assert_eq!(faults_with(|_| {}), []);
    let shared = faults_with(|map| map.set(R::LeftFoot, map.get(R::LeftLowerLeg)));
    assert_eq!(
        shared,
        [(R::LeftLowerLeg, RoleFault::SharedWith(R::LeftFoot)), (R::LeftFoot, RoleFault::SharedWith(R::LeftLowerLeg))]
    );
    let upside_down = faults_with(|map| exchange(map, R::LeftUpperLeg, R::LeftLowerLeg));
    assert_eq!(upside_down, [(R::LeftLowerLeg, RoleFault::AboveItsParent(R::LeftUpperLeg))]);
    let crossed = faults_with(|map| exchange(map, R::LeftHand, R::RightHand));
    assert_eq!(
        crossed,
        [(R::LeftHand, RoleFault::ApartFrom(R::LeftLowerArm)), (R::RightHand, RoleFault::ApartFrom(R::RightLowerArm))]
    );
    let feet = faults_with(|map| exchange(map, R::LeftFoot, R::RightFoot));
    assert_eq!(feet, [(R::LeftFoot, RoleFault::WrongSide), (R::RightFoot, RoleFault::WrongSide)]);
    let alone = faults_with(|map| {
        map.set(R::LeftUpperArm, map.get(R::RightUpperArm));
        map.set(R::RightUpperArm, None);
        map.set(R::LeftLowerArm, None);
        map.set(R::LeftHand, None);
    });
    assert_eq!(alone, [(R::LeftUpperArm, RoleFault::WrongSide)]);
}

#[test]
fn a_body_whose_sides_are_all_named_the_other_way_round_has_no_faults() {
    let sided = || Role::ALL.into_iter().filter(|role| role.side() == Some(crate::humanoid::Side::Left));
    assert_eq!(faults_with(|map| sided().for_each(|role| exchange(map, role, role.mirrored()))), []);
}
