//! Materials and the images that they show.

use std::collections::{BTreeMap, BTreeSet};

use super::progress::Stage;
use super::schema::{self, Document, TextureTransform};
use super::texture::Textures;
use super::{AlphaMode, Image, Material, Mesh, ReadFault, Wrap};

/// Which texture coordinates a material's base colour reads, and how they are changed first.
#[derive(Clone, Copy, Default)]
pub struct UvUse {
    pub set: u32,
    pub transform: Option<TextureTransform>,
}

/// What [`read`] gives.
#[derive(Default)]
pub struct Surfaces {
    pub materials: Vec<Material>,
    pub images: Vec<Image>,
}

/// Materials in the file's order, then a plain one for primitives that have none. Only images that `meshes` show are
/// decoded; one that cannot be read leaves its material without, and a warning.
///
/// # Errors
/// When reading is to stop.
pub fn read(
    document: &Document,
    mut textures: Textures,
    meshes: &[Mesh],
    stage: Stage,
    warnings: &mut Vec<String>,
) -> Result<Surfaces, ReadFault> {
    let mut surfaces = Surfaces::default();
    let mut decoded: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    let plain = schema::Material::default();
    let materials = || document.materials.iter().chain([&plain]).enumerate();
    let shown = |index: usize| meshes.iter().any(|mesh| mesh.material == index);
    let wanted = materials()
        .filter(|&(index, _)| shown(index))
        .flat_map(|(_, material)| images_of(material).into_iter().flatten());
    let wanted: BTreeSet<usize> = wanted.filter_map(|info| textures.image_of(info.index)).collect();
    for (index, material) in materials() {
        stage.step(decoded.len(), wanted.len())?;
        let [texture, emission] = images_of(material).map(|info| info.filter(|_| shown(index)));
        let mut image = |info: &schema::TextureInfo| {
            let index = textures.image_of(info.index)?;
            let (done, count) = (decoded.len(), wanted.len());
            *decoded.entry(index).or_insert_with(|| match textures.decode(index, stage.within(done, done + 1, count)) {
                Ok(image) => {
                    surfaces.images.push(image);
                    Some(surfaces.images.len() - 1)
                }
                Err(cause) => {
                    warnings.push(format!("{} is left out: {cause}.", textures.name(index)));
                    None
                }
            })
        };
        let older = material.extensions.specular_glossiness.as_ref();
        let factor = older.map_or(material.pbr_metallic_roughness.base_color_factor, |older| older.diffuse_factor);
        surfaces.materials.push(Material {
            name: material.name.clone().unwrap_or_default(),
            base_color: factor
                .unwrap_or([1.0; 4])
                .map(|part| if part.is_finite() { part.clamp(0.0, 1.0) } else { 1.0 }),
            base_color_image: texture.and_then(&mut image),
            emissive: emissive_of(material),
            emissive_image: emission.and_then(&mut image),
            wrap: texture.map_or([Wrap::Repeat; 2], |info| wrap_of(document, info.index)),
            alpha: match material.alpha_mode.as_deref() {
                Some("MASK") => AlphaMode::Mask { cutoff: material.alpha_cutoff.unwrap_or(0.5) },
                Some("BLEND") => AlphaMode::Blend,
                _ => AlphaMode::Opaque,
            },
            double_sided: material.double_sided,
        });
    }
    Ok(surfaces)
}

/// The textures of base colour and of what the surface gives off, where there is any.
fn images_of(material: &schema::Material) -> [Option<&schema::TextureInfo>; 2] {
    let gives_off = emissive_of(material) != [0.0; 3];
    [texture_of(material), material.emissive_texture.as_ref().filter(|_| gives_off)]
}

/// The base colour's texture, in the older model of surfaces the diffuse one.
fn texture_of(material: &schema::Material) -> Option<&schema::TextureInfo> {
    match &material.extensions.specular_glossiness {
        Some(older) => older.diffuse_texture.as_ref(),
        None => material.pbr_metallic_roughness.base_color_texture.as_ref(),
    }
}

/// What the surface gives off, no brighter than the screen can show.
fn emissive_of(material: &schema::Material) -> [f32; 3] {
    let strength = material.extensions.emissive_strength.as_ref().and_then(|extension| extension.emissive_strength);
    material.emissive_factor.unwrap_or_default().map(|part| {
        let part = part * strength.unwrap_or(1.0);
        if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 }
    })
}

/// How `material` reads its textures; where it has both, the emissive one goes by the base colour's coordinates.
pub fn uv_use(material: &schema::Material) -> UvUse {
    texture_of(material).or(material.emissive_texture.as_ref()).map_or(UvUse::default(), |info| {
        let transform = info.extensions.transform;
        UvUse { set: transform.and_then(|transform| transform.tex_coord).unwrap_or(info.tex_coord), transform }
    })
}

/// How the texture goes on outside its image; repeated where the file is silent or says what nobody knows.
fn wrap_of(document: &Document, texture: usize) -> [Wrap; 2] {
    let sampler = document.textures.get(texture).and_then(|texture| document.samplers.get(texture.sampler?));
    let Some(sampler) = sampler else { return [Wrap::Repeat; 2] };
    [sampler.wrap_s, sampler.wrap_t].map(|mode| match mode {
        Some(33_071) => Wrap::Clamp,
        Some(33_648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    })
}
