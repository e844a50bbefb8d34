uniform mat4 clip_from_world;
uniform mat4 world_from_mesh;
uniform mat3 world_from_normal;

in vec3 position;
in vec3 normal;
in vec2 uv;
// Linear.
in vec4 color;

out vec3 world;
out vec3 world_normal;
out vec2 texture_at;
out vec4 vertex_color;

void main() {
    vec4 at = world_from_mesh * vec4(position, 1.0);
    world = at.xyz;
    world_normal = world_from_normal * normal;
    // glTF counts v from the top; images are uploaded bottom row first.
    texture_at = vec2(uv.x, 1.0 - uv.y);
    vertex_color = color;
    gl_Position = clip_from_world * at;
}
