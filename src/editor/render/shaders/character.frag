uniform sampler2D base_image;
uniform sampler2D emissive_image;
// Linear; multiplies the emissive image.
uniform vec3 emissive;
// 1 multiplies the base colour by the vertices' own.
uniform float vertex_colored;
// Linear; multiplies the image.
uniform vec4 base_color;
// Alpha below the first is not drawn, nor above the second.
uniform vec2 alpha_range;
// 1 makes every drawn pixel opaque.
uniform float opaque;
// 1 takes only alpha from the image.
uniform float plain;
// How much shows of a surface that faces the viewer, and how much more where it turns away; 0 for one that hides what is behind.
uniform vec2 see_through;
// -1 where the mesh is mirrored.
uniform float winding;
uniform vec3 eye;
uniform float parallel;
uniform vec3 toward_viewer;

in vec3 world;
in vec3 world_normal;
in vec2 texture_at;
in vec4 vertex_color;

out vec4 color;

// Leaves colours as they are up to a knee, then bends towards white without reaching it, so that pale surfaces keep
// their form in full light. One factor for all channels keeps the hue.
vec3 soft_highlights(vec3 lit) {
    const float KNEE = 0.62;
    float peak = max(max(lit.r, lit.g), lit.b);
    float over = max(peak - KNEE, 0.0) / (1.0 - KNEE);
    return peak > KNEE ? lit * (KNEE + (1.0 - KNEE) * (1.0 - exp(-over))) / peak : lit;
}

void main() {
    vec4 base = texture(base_image, texture_at);
    base = vec4(mix(linear_from_srgb(base.rgb), vec3(1.0), plain), base.a) * base_color * mix(vec4(1.0), vertex_color, vertex_colored);
    if (base.a < alpha_range.x || base.a > alpha_range.y) {
        discard;
    }
    vec3 flat_normal = cross(dFdx(world), dFdy(world));
    vec3 normal = dot(world_normal, world_normal) > 1e-8 ? world_normal : flat_normal;
    normal = normalize(normal + vec3(0.0, 1e-12, 0.0));
    if ((gl_FrontFacing ? winding : -winding) < 0.0) {
        normal = -normal;
    }
    vec3 viewer = parallel > 0.5 ? toward_viewer : normalize(eye - world);
    float facing_key = dot(normal, to_key);
    float key = clamp((facing_key + 0.12) / 1.12, 0.0, 1.0);
    if (key > 0.0) {
        key *= key_visibility(world, normal, 3.0);
    }
    // A faint lamp beside the viewer keeps the far side of the character readable.
    float fill = 0.16 * clamp(dot(normal, normalize(viewer + vec3(0.0, 0.35, 0.0))), 0.0, 1.0);
    vec3 light = ambient_light(normal) + KEY * key + fill;
    float rim = pow(1.0 - clamp(dot(normal, viewer), 0.0, 1.0), 3.0);
    float gloss = pow(clamp(dot(normal, normalize(viewer + to_key)), 0.0, 1.0), 28.0) * key;
    vec3 lit = base.rgb * light + KEY * gloss * 0.07 + SKY * rim * 0.10 * (normal.y * 0.5 + 0.5);
    lit += emissive * linear_from_srgb(texture(emissive_image, texture_at).rgb);
    float alpha = mix(base.a, 1.0, opaque);
    alpha = see_through.x > 0.0 ? see_through.x + see_through.y * rim : alpha;
    color = vec4(dithered(srgb_from_linear(soft_highlights(lit))), alpha);
}
