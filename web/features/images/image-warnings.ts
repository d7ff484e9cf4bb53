/** Warnings about an accepted picture, shown before it is saved. */
import type { ImageWarning } from '#contract/images.ts'

const TEXTS: Record<ImageWarning, string> = {
  cmyk: 'This picture has the colors of print (CMYK). Without a profile that describes them, they may look different on screens: export it as sRGB, and choose it again.',
  gain_map:
    'Saved in its standard version: the extra HDR brightness of phones is not kept, and the colors stay the same.',
  transparent: 'E-mails show this picture on white, because it has transparent parts.',
}

/** Returns the texts of warnings; empty for none. A newer server may send one that this page does not know. */
export function describeWarnings(warnings: readonly ImageWarning[] = []): string {
  return warnings
    .map((warning) => TEXTS[warning])
    .filter(Boolean)
    .join(' ')
}
