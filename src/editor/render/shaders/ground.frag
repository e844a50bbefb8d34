// Linear.
uniform vec3 ground_color;
uniform vec3 grid_color;
uniform vec3 axis_x_color;
uniform vec3 axis_z_color;
// Metres; 0 for no grid.
uniform float grid_spacing;
uniform mat4 grid_from_world;
// 1 where the lines through the origin are drawn in colours of their own.
uniform float axes;
// 1 where only edges are drawn, because the rest would hide the character.
uniform float see_through;
uniform vec3 fade_center;
uniform float fade_radius;
uniform vec3 eye;
uniform float parallel;
uniform vec3 toward_viewer;

// The character's lowest surface, seen from straight below, by height above `contact_floor`, in shares of `contact_range`.
uniform sampler2D contact_map;
uniform vec2 contact_center;
uniform float contact_half_size;
uniform float contact_floor;
uniform float contact_range;
// Metres: how near the surface has to come to darken the ground.
uniform float contact_reach;

in vec3 world;
in vec3 world_normal;
// 1 in x on a ribbon along a sharp edge.
in vec2 texture_at;

out vec4 color;

const int CONTACT_TAPS = 20;

// How much light still gets in between the ground and what stands on it: 0..=1.
float contact_visibility(vec3 normal) {
    vec2 at = world.xz - contact_center;
    if (shadow_strength <= 0.0 || max(abs(at.x), abs(at.y)) > contact_half_size * 0.99) {
        return 1.0;
    }
    float turn = pixel_noise() * 6.2831853;
    vec2 slope = -normal.xz / max(normal.y, 0.3);
    float hidden = 0.0;
    for (int tap = 0; tap < CONTACT_TAPS; tap++) {
        vec2 offset = on_disk(tap, CONTACT_TAPS, turn) * contact_reach * 0.8;
        float depth = texture(contact_map, (at + offset) / (2.0 * contact_half_size) + 0.5).r;
        float gap = contact_floor + depth * contact_range - world.y - dot(slope, offset);
        // What is well over the lowest surface is over the character's head, or beside its shins.
        bool is_under = gap > -2.0 * contact_reach;
        hidden += depth < 1.0 && is_under ? 1.0 - smoothstep(0.0, contact_reach, gap) : 0.0;
    }
    return 1.0 - 0.85 * hidden / float(CONTACT_TAPS);
}

// How much of the pixel a line one and a bit pixels wide covers where `at` is a whole number; it fades before lines
// crowd, and where the surface runs along it (`along` is the normal's part across the lines).
float line(float at, float along) {
    float step_size = max(fwidth(at), 1e-6);
    float distance_px = abs(fract(at - 0.5) - 0.5) / step_size;
    return clamp(1.25 - distance_px, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.4, step_size)) * (1.0 - smoothstep(0.7, 0.95, abs(along)));
}

float axis_line(float at, float along) {
    float distance_px = abs(at) / max(fwidth(at), 1e-6);
    return clamp(1.35 - distance_px, 0.0, 1.0) * (1.0 - smoothstep(0.7, 0.95, abs(along)));
}

void main() {
    vec3 normal = normalize(world_normal + vec3(0.0, 1e-12, 0.0));
    vec3 viewer = parallel > 0.5 ? toward_viewer : normalize(eye - world);
    float major = 0.0;
    float minor = 0.0;
    float on_axis_x = 0.0;
    float on_axis_z = 0.0;
    if (grid_spacing > 0.0) {
        vec3 in_grid = (grid_from_world * vec4(world, 1.0)).xyz;
        vec3 across = mat3(grid_from_world) * normal;
        vec2 at = in_grid.xz / grid_spacing;
        major = max(line(at.x, across.x), line(at.y, across.z));
        minor = max(line(at.x * 5.0, across.x), line(at.y * 5.0, across.z));
        on_axis_x = axes * axis_line(in_grid.z, across.z);
        on_axis_z = axes * axis_line(in_grid.x, across.x);
    }
    // Seen from below the ground would hide the character: its lines alone remain.
    bool from_below = dot(normal, viewer) < 0.0;
    if (from_below && max(max(major, texture_at.x), max(on_axis_x, on_axis_z)) < 0.5) {
        discard;
    }
    // The lines of what hangs overhead would be taken for those of the ground.
    if (see_through > 0.5 && texture_at.x < 0.5) {
        discard;
    }

    vec3 base = mix(ground_color, grid_color, max(max(major * 0.7, minor * 0.16), texture_at.x * 0.8));
    base = mix(base, axis_x_color, on_axis_x * 0.45);
    base = mix(base, axis_z_color, on_axis_z * 0.45);

    // Level ground in full light shows the theme's colour as it is.
    float key = clamp(dot(normal, to_key), 0.0, 1.0);
    if (key > 0.0) {
        key *= key_visibility(world, normal, 1.0);
    }
    vec3 full = ambient_light(vec3(0.0, 1.0, 0.0)) + KEY * to_key.y;
    float contact = contact_visibility(normal);
    vec3 light = (ambient_light(normal) * contact + KEY * key * mix(1.0, contact, 0.75)) / full;

    float away = length(world.xz - fade_center.xz) / max(fade_radius, 1e-3);
    vec3 shown = mix(srgb_from_linear(base * light), background(), smoothstep(0.3, 1.0, away));
    color = vec4(dithered(shown), 1.0);
}
