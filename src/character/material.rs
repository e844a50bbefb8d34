//! Materials and the images that their base colour uses.

use std::collections::BTreeMap;
use std::io::Cursor;

use super::limits;
use super::schema::{self, Document, TextureTransform};
use super::source::{Buffers, Resolver, bytes_of_uri};
use super::{AlphaMode, Image, Material, Mesh, Wrap};

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
pub fn read(
    document: &Document,
    buffers: &Buffers,
    resolve: &Resolver,
    meshes: &[Mesh],
    warnings: &mut Vec<String>,
) -> Surfaces {
    let mut surfaces = Surfaces::default();
    let mut decoded: BTreeMap<usize, Option<usize>> = BTreeMap::new();
    let mut bytes_left = limits::IMAGE_BYTES;
    let plain = schema::Material::default();
    for (index, material) in document.materials.iter().chain([&plain]).enumerate() {
        let is_shown = meshes.iter().any(|mesh| mesh.material == index);
        let texture = texture_of(material).filter(|_| is_shown);
        let emissive = emissive_of(material);
        let glow = material.emissive_texture.as_ref().filter(|_| is_shown && emissive != [0.0; 3]);
        let mut image = |info: &schema::TextureInfo| {
            let index = image_of(document, info.index)?;
            *decoded.entry(index).or_insert_with(|| match decode(document, buffers, resolve, index, &mut bytes_left) {
                Ok(image) => {
                    surfaces.images.push(image);
                    Some(surfaces.images.len() - 1)
                }
                Err(cause) => {
                    warnings.push(format!("{} is left out: {cause}.", image_name(document, index)));
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
            emissive,
            emissive_image: glow.and_then(&mut image),
            wrap: texture.map_or([Wrap::Repeat; 2], |info| wrap_of(document, info.index)),
            alpha: match material.alpha_mode.as_deref() {
                Some("MASK") => AlphaMode::Mask { cutoff: material.alpha_cutoff.unwrap_or(0.5) },
                Some("BLEND") => AlphaMode::Blend,
                _ => AlphaMode::Opaque,
            },
            double_sided: material.double_sided,
        });
    }
    surfaces
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

fn image_of(document: &Document, texture: usize) -> Option<usize> {
    let texture = document.textures.get(texture)?;
    texture.extensions.webp.as_ref().and_then(|webp| webp.source).or(texture.source)
}

fn image_name(document: &Document, index: usize) -> String {
    let image = document.images.get(index);
    let uri = image.and_then(|image| image.uri.as_deref()).filter(|uri| !uri.starts_with("data:"));
    match uri.or(image.and_then(|image| image.name.as_deref())) {
        Some(name) => format!("Image {index} ({name:?})"),
        None => format!("Image {index}"),
    }
}

fn decode(
    document: &Document,
    buffers: &Buffers,
    resolve: &Resolver,
    index: usize,
    bytes_left: &mut u64,
) -> Result<Image, String> {
    let image = document.images.get(index).ok_or("the file has no such image")?;
    let owned;
    let bytes = match (&image.uri, image.buffer_view) {
        (Some(uri), _) => {
            owned = bytes_of_uri(uri, resolve)?;
            &owned[..]
        }
        (None, Some(view)) => buffers.view(document, view, "its data").map_err(|fault| fault.to_string())?,
        (None, None) => return Err("it has no data".into()),
    };
    let mut reader =
        image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| error.to_string())?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(limits::IMAGE_SIDE);
    limits.max_image_height = Some(limits::IMAGE_SIDE);
    limits.max_alloc = Some(*bytes_left);
    reader.limits(limits);
    let pixels = reader.decode().map_err(|error| error.to_string())?.into_rgba8();
    let size = pixels.as_raw().len() as u64;
    *bytes_left = bytes_left.checked_sub(size).ok_or("all images together are too large")?;
    Ok(Image { width: pixels.width(), height: pixels.height(), rgba: pixels.into_raw() })
}
