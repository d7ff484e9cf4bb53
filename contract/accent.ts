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

/** Returns why an accent cannot be used, as the end of a sentence, or null. */
export function findAccentProblem(accent: string): string | null {
  if (!isAccent(accent)) return 'must be a color such as #2f6f9f'
  for (const theme of ['light', 'dark'] as const) {
    const contrast = Math.min(...ACCENT_SURFACES[theme].map((surface) => findContrast(accent, surface)))
    if (contrast >= MIN_CONTRAST) continue
    const [now, other] = theme === 'light' ? ['light', 'darker'] : ['dark', 'lighter']
    return `is too ${now} for the ${theme} theme: its contrast is ${floor(contrast)} and must be ${MIN_CONTRAST}. Choose a ${other} one.`
  }
  return null
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
