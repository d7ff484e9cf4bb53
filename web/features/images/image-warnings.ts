/** What the user should know about an accepted picture, before it is saved. */
import type { ImageWarning } from '#contract/images.ts'

const TEXTS: Record<ImageWarning, string> = {
  cmyk: 'This picture has the colors of print (CMYK). They may look different on screens: export it as sRGB, and choose it again.',
  gain_map:
    'This picture has an HDR gain map, which our copies do not keep. Its highlights look as on a screen without HDR: to choose how, export it without HDR.',
}

/** Returns the texts of warnings; empty for none. A newer server may send one that this page does not know. */
export function describeWarnings(warnings: readonly ImageWarning[] = []): string {
  return warnings
    .map((warning) => TEXTS[warning])
    .filter(Boolean)
    .join(' ')
}
