/** The accent color that a school may choose: hexadecimal, such as `#c2410c`. No zod, so that every page may import it. */

/** The surfaces of both themes on which the accent fills buttons and marks the focus. web/theme.css defines them. */
export const ACCENT_SURFACES = {
  light: ['#fbfaf7', '#f3f0e9'],
  dark: ['#100e0c', '#191613'],
} as const

/** The contrast of parts of controls with the surface around them. Source: WCAG 2.2, 1.4.11 (AA) */
const MIN_CONTRAST = 3

const ACCENT = /^#[0-9a-f]{6}$/

export function isAccent(text: string): boolean {
  return ACCENT.test(text)
}

/** Returns why an accent cannot be used, as the end of a sentence, or null. The dark theme has a tone of a dark one. */
export function findAccentProblem(accent: string): string | null {
  if (!isAccent(accent)) return 'must be # and six digits or letters from a to f, such as #2f6f9f'
  const contrast = findContrastWith('light', accent)
  if (contrast >= MIN_CONTRAST) return null
  return `is too light for the light theme: its contrast is ${floor(contrast)} and must be ${MIN_CONTRAST}. Choose a darker one.`
}

/** Steps from an accent to white in which a tone for the dark theme is looked for. */
const TONES = 32

/** Returns the tone of an accent for the dark theme: the accent, or as little lighter as its contrast needs. */
export function findDarkTone(accent: string): string {
  const mix = (step: number) =>
    [1, 3, 5].map((start) => {
      const channel = Number.parseInt(accent.slice(start, start + 2), 16)
      return Math.round(channel + ((255 - channel) * step) / TONES)
        .toString(16)
        .padStart(2, '0')
    })
  const tones = Array.from({ length: TONES + 1 }, (_, step) => `#${mix(step).join('')}`)
  return tones.find((tone) => findContrastWith('dark', tone) >= MIN_CONTRAST) ?? '#ffffff'
}

/** Returns the contrast of a color with the surfaces of a theme, with the nearest of them. */
function findContrastWith(theme: keyof typeof ACCENT_SURFACES, color: string): number {
  return Math.min(...ACCENT_SURFACES[theme].map((surface) => findContrast(color, surface)))
}

/** Returns the color of text on an accent: white or black, whichever is easier to read. One of them always exceeds 4.5. */
export function chooseTextOn(accent: string): '#ffffff' | '#000000' {
  return findContrast(accent, '#ffffff') >= findContrast(accent, '#000000') ? '#ffffff' : '#000000'
}

/** Returns the contrast ratio of two colors, from 1 to 21. Source: WCAG 2.2, "contrast ratio" */
export function findContrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [findLuminance(one), findLuminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Source: WCAG 2.2, "relative luminance" */
function findLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Rounds down, so that a refused contrast never reads as the required one. */
function floor(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1)
}
