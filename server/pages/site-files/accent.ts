/** The style sheet of an accent color. Its path has the color, so that the file never changes and the policy needs no exception. */
import { chooseTextOn, findDarkTone } from '#contract/accent.ts'

/** The path of a style sheet, in the router's syntax. */
export const ACCENT_PATH = '/accent/:color(^[0-9a-f]{6}).css'

/** Returns the style sheet of a path, or undefined where it is none of an accent color. */
export function readAccentSheet(path: string): string | undefined {
  const color = /^\/accent\/([0-9a-f]{6})\.css$/.exec(path)?.[1]
  return color && buildAccentSheet(`#${color}`)
}

/** Returns the style sheet. Printed pages stay black on white. @param accent `#rrggbb` */
export function buildAccentSheet(accent: string): string {
  const tone = findDarkTone(accent)
  const dark = tone === accent ? '' : `html[data-theme="dark"]{${listColors(tone)}}`
  return `@media screen{html[data-theme]{${listColors(accent)}}${dark}}\n`
}

function listColors(accent: string): string {
  const text = chooseTextOn(accent)
  const colors = { primary: accent, 'primary-content': text, accent, 'accent-content': text }
  return Object.entries(colors)
    .map(([name, value]) => `--color-${name}:${value}`)
    .join(';')
}
