uniform sampler2D picture;
uniform vec2 origin;
uniform vec2 size;
out vec4 color;

void main() {
    color = vec4(texture(picture, (gl_FragCoord.xy - origin) / size).rgb, 1.0);
}
