/**
 * The URL of an own image contains its size and a placeholder: `/pictures/{name}/{width}x{height}-{placeholder}.webp`, where the
 * placeholder is the image as a WebP of twelve pixels in base64url. The URLs of its variants are `/pictures/{name}/{width}.avif` and
 * `.webp`. Where the placeholder ends with `--p3`, the image has colors that sRGB lacks: its AVIF are `{width}-p3.avif`, in Display P3, and
 * beside the WebP in sRGB, large screens have one `{width}-p3.webp`. No zod, so that every page may import it.
 */

/** Widths of variants in pixels. An image has those that are smaller than itself, and its own width. */
export const VARIANT_WIDTHS = [320, 640, 960, 1600, 2560] as const

export interface OwnImage {
  width: number
  height: number
  /** A data: URL to show, stretched, until the image is loaded. */
  placeholder: string
  /** All variants, for `srcset`. Browsers that show AVIF convert it from Display P3, where an image has colors that sRGB lacks. */
  avif: string
  /** In sRGB. */
  webp: string
  /** The URL of the variant in WebP and Display P3; null for an image whose colors sRGB has. */
  wideWebp: string | null
  /** The smallest variant that is sharp as a thumbnail. */
  small: { avif: string; webp: string }
}

/** Marks the URL of an image that has variants in Display P3, and their files. */
const WIDE_URL = '--p3'
export const WIDE_FILE = '-p3'

const OWN_IMAGE_URL = /^(\/pictures\/.+)\/(\d+)x(\d+)-([\w-]+?)(--p3)?\.webp$/

/** Returns the URL of an image. `name` may contain slashes; `placeholder` is the small WebP in base64url. */
export function buildImageUrl(
  name: string,
  width: number,
  height: number,
  placeholder: string,
  isWide = false,
): string {
  return `/pictures/${name}/${width}x${height}-${placeholder}${isWide ? WIDE_URL : ''}.webp`
}

/** Pixels of a thumbnail across, on a screen of double density. */
const THUMBNAIL_WIDTH = 144

/**
 * Returns the content of the URL of an own image; null for other URLs.
 * @param frame the width of the frame that the image covers, divided by its height. `srcset` then gives the part of each variant that
 * the frame shows of a wider image, because `sizes` is the width of the frame.
 */
export function parseImageUrl(url: string, frame?: number): OwnImage | null {
  const [, folder, width, height, placeholder, mark] = OWN_IMAGE_URL.exec(url) ?? []
  if (!folder || !placeholder) return null
  const ownWidth = Number(width)
  const widths = listVariantWidths(ownWidth)
  const crop = frame ? Math.max(1, ownWidth / Number(height) / frame) : 1
  const toShown = (variant: number) => Math.max(1, Math.round(variant / crop))
  const toSrcset = (ending: string) =>
    widths.map((variant) => `${folder}/${variant}${ending} ${toShown(variant)}w`).join(', ')
  const avif = mark ? `${WIDE_FILE}.avif` : '.avif'
  const small = widths.find((variant) => toShown(variant) >= THUMBNAIL_WIDTH) ?? ownWidth
  return {
    width: ownWidth,
    height: Number(height),
    placeholder: `data:image/webp;base64,${placeholder.replace(/-/g, '+').replace(/_/g, '/')}`,
    avif: toSrcset(avif),
    webp: toSrcset('.webp'),
    wideWebp: mark ? `${folder}/${findWideWebpWidth(ownWidth)}${WIDE_FILE}.webp` : null,
    small: { avif: `${folder}/${small}${avif}`, webp: `${folder}/${small}.webp` },
  }
}

/** Returns whether an own image has variants in Display P3. */
export function isWideImage(url: string): boolean {
  return parseImageUrl(url)?.wideWebp != null
}

/** Returns the widths of the variants of an image of this width. */
export function listVariantWidths(width: number): number[] {
  return [...VARIANT_WIDTHS.filter((variant) => variant < width), width]
}

/** Screens that need a WebP in Display P3 where a browser does not show AVIF. */
export const WIDE_SCREEN = '(color-gamut: p3) and (min-width: 64rem)'

/** Returns the width of the variant in WebP and Display P3 of an image of this width. */
export const findWideWebpWidth = (width: number) => Math.min(width, 1600)

/** The size of images for links on other sites, in pixels. Source: https://ogp.me, and the advice of the networks */
export const SHARE_WIDTH = 1200
export const SHARE_HEIGHT = 630
