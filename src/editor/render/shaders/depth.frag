uniform sampler2D base_image;
uniform float base_alpha;
uniform float alpha_cutoff;

in vec2 texture_at;

void main() {
    if (texture(base_image, texture_at).a * base_alpha < alpha_cutoff) {
        discard;
    }
}
