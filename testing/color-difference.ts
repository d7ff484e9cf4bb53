/** Differences of colors as people see them: CIEDE2000. Source: Sharma, Wu, Dalal (2005) */

type Color = readonly [number, number, number]

const toLight = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns L*, a* and b* of sRGB from 0 to 255. */
function toLab([red, green, blue]: Color): Color {
  const [r, g, b] = [toLight(red / 255), toLight(green / 255), toLight(blue / 255)]
  const f = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const DEGREE = Math.PI / 180
const toHue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / DEGREE + 360) % 360)

/** Returns the difference of two colors in sRGB from 0 to 255: 1 is just visible. */
export function differ(first: Color, second: Color): number {
  const [l1, a1, b1] = toLab(first)
  const [l2, a2, b2] = toLab(second)
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7
  const g = 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)))
  const [c1, c2] = [Math.hypot((1 + g) * a1, b1), Math.hypot((1 + g) * a2, b2)]
  const [h1, h2] = [toHue((1 + g) * a1, b1), toHue((1 + g) * a2, b2)]
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const deltaHue = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * DEGREE)
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const h = c1 * c2 === 0 ? h1 + h2 : h1 + turn / 2
  const cos = (factor: number, offset: number) => Math.cos((factor * h + offset) * DEGREE)
  const t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
  const rotation =
    -2 *
    Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7)) *
    Math.sin(60 * DEGREE * Math.exp(-(((((h + 360) % 360) - 275) / 25) ** 2)))
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const hue = deltaHue / (1 + 0.015 * c * t)
  return Math.sqrt(lightness ** 2 + chroma ** 2 + hue ** 2 + rotation * chroma * hue)
}
