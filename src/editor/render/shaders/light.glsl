// One key light from the sun's direction, sky and bounce light by hemisphere; all linear.
const vec3 KEY = vec3(0.66, 0.63, 0.585);
const vec3 SKY = vec3(0.37, 0.40, 0.445);
const vec3 BOUNCE = vec3(0.175, 0.167, 0.16);

uniform vec3 to_key;

vec3 ambient_light(vec3 normal) {
    return mix(BOUNCE, SKY, normal.y * 0.5 + 0.5);
}

// The character as the key light sees it. Light space: metres, z grows away from the light.
uniform sampler2D shadow_map;
uniform mat4 light_from_world;
uniform float light_half_size;
uniform float light_depth;
// 0 leaves shadows out.
uniform float shadow_strength;

const int SEARCH_TAPS = 10;
const int SHADOW_TAPS = 24;
// How fast a shadow's edge widens with the distance from what casts it: the tangent of the light's angular radius.
const float SOFTNESS = 0.075;

// Point `index` of `count` spread evenly over the unit disk by the golden angle, turned by `turn` radians.
vec2 on_disk(int index, int count, float turn) {
    float angle = float(index) * 2.3999632 + turn;
    return sqrt((float(index) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

// Far away where nothing is in the light's way.
float light_depth_at(vec2 at) {
    float depth = texture(shadow_map, at / (2.0 * light_half_size) + 0.5).r;
    return depth < 1.0 ? depth * light_depth : 1e9;
}

// The share of the key light that reaches a point: 0..=1, with edges that soften with distance (Fernando, 2005).
// `tolerance` is how far the surface may stray from its own tangent plane: 1 for a flat one, more for a curved one.
float key_visibility(vec3 world, vec3 normal, float tolerance) {
    float texel = 2.0 * light_half_size / float(textureSize(shadow_map, 0).x);
    vec3 at = (light_from_world * vec4(world + normal * texel * 1.5 * tolerance, 1.0)).xyz;
    if (shadow_strength <= 0.0 || max(abs(at.x), abs(at.y)) > light_half_size * 0.99) {
        return 1.0;
    }
    // Depth of the receiver's own plane beside the point, so that a wide disk on a slant does not shade itself.
    vec3 facing = mat3(light_from_world) * normal;
    vec2 slope = clamp(facing.xy / max(-facing.z, 0.15), -4.0, 4.0);
    float bias = texel * 2.0 * tolerance;
    float turn = pixel_noise() * 6.2831853;
    float search = clamp(at.z * SOFTNESS, texel * 3.0, light_half_size * 0.06);
    float blockers = 0.0;
    float blocker_depth = 0.0;
    for (int tap = 0; tap < SEARCH_TAPS; tap++) {
        vec2 offset = on_disk(tap, SEARCH_TAPS, turn) * search;
        float depth = light_depth_at(at.xy + offset);
        if (depth < at.z + dot(slope, offset) - bias) {
            blockers += 1.0;
            blocker_depth += depth;
        }
    }
    if (blockers == 0.0) {
        return 1.0;
    }
    float gap = max(at.z - blocker_depth / blockers, 0.0);
    float radius = clamp(gap * SOFTNESS, texel * 1.5, search);
    float lit = 0.0;
    for (int tap = 0; tap < SHADOW_TAPS; tap++) {
        vec2 offset = on_disk(tap, SHADOW_TAPS, turn) * radius;
        lit += smoothstep(-bias, 0.0, light_depth_at(at.xy + offset) - at.z - dot(slope, offset));
    }
    return 1.0 - shadow_strength * (1.0 - lit / float(SHADOW_TAPS));
}
