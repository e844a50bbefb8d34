out vec4 color;

void main() {
    color = vec4(dithered(background()), 1.0);
}
