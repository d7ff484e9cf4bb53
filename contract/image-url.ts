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
  /** The smallest variant that is sharp as a thumbnail. */
  small: { avif: string; webp: string }
}

const OWN_IMAGE_URL = /^(\/pictures\/.+)\/(\d+)x(\d+)-([\w-]+)\.webp$/

/** Returns the URL of an image. `name` may contain slashes; `placeholder` is the small WebP in base64url. */
export function buildImageUrl(name: string, width: number, height: number, placeholder: string): string {
  return `/pictures/${name}/${width}x${height}-${placeholder}.webp`
}

/** Pixels of a thumbnail across, on a screen of double density. */
const THUMBNAIL_WIDTH = 144

/**
 * Returns the content of the URL of an own image; null for other URLs.
 * @param frame the width of the frame that the image covers, divided by its height. `srcset` then gives the part of each variant that
 * the frame shows of a wider image, because `sizes` is the width of the frame.
 */
export function parseImageUrl(url: string, frame?: number): OwnImage | null {
  const [, folder, width, height, placeholder] = OWN_IMAGE_URL.exec(url) ?? []
  if (!folder || !placeholder) return null
  const ownWidth = Number(width)
  const widths = listVariantWidths(ownWidth)
  const crop = frame ? Math.max(1, ownWidth / Number(height) / frame) : 1
  const toShown = (variant: number) => Math.max(1, Math.round(variant / crop))
  const toSrcset = (format: string) =>
    widths.map((variant) => `${folder}/${variant}.${format} ${toShown(variant)}w`).join(', ')
  const small = widths.find((variant) => toShown(variant) >= THUMBNAIL_WIDTH) ?? ownWidth
  return {
    width: ownWidth,
    height: Number(height),
    placeholder: `data:image/webp;base64,${placeholder.replace(/-/g, '+').replace(/_/g, '/')}`,
    avif: toSrcset('avif'),
    webp: toSrcset('webp'),
    small: { avif: `${folder}/${small}.avif`, webp: `${folder}/${small}.webp` },
  }
}

/** Returns the widths of the variants of an image of this width. */
export function listVariantWidths(width: number): number[] {
  return [...VARIANT_WIDTHS.filter((variant) => variant < width), width]
}

/** The size of images for links on other sites, in pixels. Source: https://ogp.me, and the advice of the networks */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630
