uniform vec2 picture_size;
uniform vec3 background_top;
uniform vec3 background_bottom;

vec3 linear_from_srgb(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c));
}

vec3 srgb_from_linear(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}

// Interleaved gradient noise (Jorge Jimenez, 2014): neighbouring pixels differ most, so it averages out to the eye.
float pixel_noise() {
    return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
}

// sRGB. Bytes are too coarse for a dark gradient: half a step of noise hides the bands.
vec3 dithered(vec3 srgb) {
    return srgb + (pixel_noise() - 0.5) / 255.0;
}

// sRGB: the same gradient that lies behind everything, so that things can melt into it.
vec3 background() {
    return mix(background_bottom, background_top, smoothstep(0.0, 1.0, gl_FragCoord.y / picture_size.y));
}
