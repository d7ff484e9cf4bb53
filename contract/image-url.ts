/**
 * The URL of an own image contains its size and a placeholder: `/pictures/{name}/{width}x{height}-{placeholder}.webp`, where the
 * placeholder is the image as a WebP of twelve pixels in base64url. The URLs of its variants are `/pictures/{name}/{width}.avif` and
 * `.webp`. No zod, so that every page may import it.
 */

/** Widths of variants in pixels. An image has those that are smaller than itself, and its own width. */
export const VARIANT_WIDTHS = [320, 640, 960, 1600] as const

export interface OwnImage {
  width: number
  height: number
  /** A data: URL to show, stretched, until the image is loaded. */
  placeholder: string
  /** All variants, for `srcset`. */
  avif: string
  webp: string
  /** The smallest variant. */
  small: { avif: string; webp: string }
}

const OWN_IMAGE_URL = /^(\/pictures\/.+)\/(\d+)x(\d+)-([\w-]+)\.webp$/

/** Returns the URL of an image. `name` may contain slashes; `placeholder` is the small WebP in base64url. */
export function buildImageUrl(name: string, width: number, height: number, placeholder: string): string {
  return `/pictures/${name}/${width}x${height}-${placeholder}.webp`
}

/** Returns the content of the URL of an own image; null for other URLs. */
export function parseImageUrl(url: string): OwnImage | null {
  const [, folder, width, height, placeholder] = OWN_IMAGE_URL.exec(url) ?? []
  if (!folder || !placeholder) return null
  const ownWidth = Number(width)
  const widths = listVariantWidths(ownWidth)
  const toSrcset = (format: string) => widths.map((variant) => `${folder}/${variant}.${format} ${variant}w`).join(', ')
  return {
    width: ownWidth,
    height: Number(height),
    placeholder: `data:image/webp;base64,${placeholder.replace(/-/g, '+').replace(/_/g, '/')}`,
    avif: toSrcset('avif'),
    webp: toSrcset('webp'),
    small: { avif: `${folder}/${widths[0]}.avif`, webp: `${folder}/${widths[0]}.webp` },
  }
}

/** Returns the widths of the variants of an image of this width. */
export function listVariantWidths(width: number): number[] {
  return [...VARIANT_WIDTHS.filter((variant) => variant < width), width]
}
