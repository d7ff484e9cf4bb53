/**
 * The address of a picture of our own says how large it is and how it looks from afar, so whoever shows it needs nothing else:
 * `/pictures/{name}/{width}x{height}-{ground}.webp`, where the ground is the picture itself as a WebP of twelve pixels, in
 * base64url. Beside it lie its variants, `/pictures/{name}/{width}.avif` and `.webp`. No zod: every page has it.
 */

/** Pixels. A picture has those that are smaller than itself, and its own width. */
export const VARIANT_WIDTHS = [320, 640, 960, 1600] as const

export interface OwnPicture {
  width: number
  height: number
  /** A data: URL, to be stretched over the picture's place until it is there. */
  ground: string
  /** For `srcset`: all variants. */
  avif: string
  webp: string
  /** The smallest variant alone. */
  small: { avif: string; webp: string }
}

const ADDRESS = /^(\/pictures\/.+)\/(\d+)x(\d+)-([\w-]+)\.webp$/

/** `name` may have slashes; `ground` are the bytes of the small WebP in base64url. */
export function pictureAddress(name: string, width: number, height: number, ground: string): string {
  return `/pictures/${name}/${width}x${height}-${ground}.webp`
}

/** What the address of a picture says; null where it is not one of ours. */
export function ownPicture(address: string): OwnPicture | null {
  const [, folder, width, height, ground] = ADDRESS.exec(address) ?? []
  if (!folder || !ground) return null
  const own = Number(width)
  const widths = variantWidths(own)
  const srcset = (form: string) => widths.map((it) => `${folder}/${it}.${form} ${it}w`).join(', ')
  return {
    width: own,
    height: Number(height),
    ground: `data:image/webp;base64,${ground.replace(/-/g, '+').replace(/_/g, '/')}`,
    avif: srcset('avif'),
    webp: srcset('webp'),
    small: { avif: `${folder}/${widths[0]}.avif`, webp: `${folder}/${widths[0]}.webp` },
  }
}

/** The widths in which a picture of this width lies there. */
export function variantWidths(width: number): number[] {
  return [...VARIANT_WIDTHS.filter((it) => it < width), width]
}
