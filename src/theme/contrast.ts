/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Returns the relative luminance (WCAG 2.2), from 0 for black to 1 for white. */
export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio (WCAG 2.2), from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns black or white, whichever is more readable on the colour. */
export function textOn(color: Rgb): '#000' | '#fff' {
  return contrast(color, [255, 255, 255]) >= contrast(color, [0, 0, 0]) ? '#fff' : '#000';
}

/** Parses a computed colour in the format that browsers use for sRGB; undefined for other colour spaces. */
export function parseComputedColor(computed: string): Rgb | undefined {
  const [, space, ...channels] =
    /^(rgba?|color)\((?:srgb )?([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)/.exec(computed) ?? [];
  if (!space) return undefined;
  const scale = space === 'color' ? 255 : 1;
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Number(channel) * scale);
  return [red, green, blue];
}
