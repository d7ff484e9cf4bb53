import { useEffect, useRef, useState } from 'react'
import { parseFocus, WHOLE } from '#contract/focus.ts'
import { type OwnImage, parseImageUrl, WIDE_SCREEN } from '#contract/image-url.ts'
import { ApertureIcon } from './icons.tsx'

interface PictureProps {
  src: string | null
  alt: string
  /** The `sizes` attribute of the image, by which the browser chooses a variant. */
  sizes: string
  /** Sets the size of the frame. */
  className?: string
  /** The width of the frame, divided by its height. */
  frame?: number
  /** The point of the image that stays in the frame: `30% 60%`; or that the frame shows it whole. */
  focus?: string | undefined
  /** The frame may show a part of the image only, so that `sizes` is wider than the frame. */
  cropped?: boolean | undefined
  /** Loads the image before all others. Other images load when they are near the viewport. */
  priority?: boolean
}

/** Instead of `sizes`, for thumbnails and photos: the smallest variant, without a placeholder. */
export const SMALL = 'small'

/** Instead of `sizes`, for an image that covers the screen. */
export const COVER = 'cover'

/** The ratio of most frames. */
const FRAME = 3 / 2

/** The size of images whose URL does not contain one. */
const DEFAULT_SIZE = { width: 960, height: 640 }

/**
 * An image in its frame: the variant that fits, over its blurred placeholder while it loads. A missing or broken image leaves an icon
 * of the same size.
 */
export function Picture({
  src,
  alt,
  sizes,
  className = '',
  frame = FRAME,
  focus,
  cropped,
  priority = false,
}: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before hydration.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src)
  }, [src])
  if (!src || src === brokenSrc)
    return (
      <span className={`picture picture-missing ${className}`}>
        <ApertureIcon className="size-1/4 min-w-4 max-w-12" />
        <span className="sr-only">{alt}</span>
      </span>
    )
  const own = parseImageUrl(src, sizes === COVER || focus === WHOLE ? undefined : frame)
  const { width, height } = own ?? DEFAULT_SIZE
  const variants = own && variantsFor(own, sizes, cropped || priority)
  return (
    <span className={`picture ${className}`} {...toFocusAttributes(focus)}>
      {variants?.placeholder && <img src={variants.placeholder} alt="" width={width} height={height} />}
      <picture>
        {variants && <source type="image/avif" srcSet={variants.avif} sizes={variants.sizes} />}
        {variants?.wideWebp && <source type="image/webp" media={WIDE_SCREEN} srcSet={variants.wideWebp} />}
        <img
          ref={image}
          src={src}
          srcSet={variants?.webp}
          sizes={variants?.sizes}
          alt={alt}
          width={width}
          height={height}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding="async"
          onError={() => setBrokenSrc(src)}
        />
      </picture>
    </span>
  )
}

/** Percent between two points that the style sheet of focal points has. */
const STEP = 5

/** Returns the attributes by which that style sheet moves an image in its frame, or shows it whole. */
export function toFocusAttributes(focus: string | undefined) {
  if (!focus) return {}
  if (focus === WHOLE) return { 'data-whole': '' }
  const { x, y } = parseFocus(focus)
  return { 'data-x': Math.round(x / STEP) * STEP, 'data-y': Math.round(y / STEP) * STEP }
}

function variantsFor(own: OwnImage, sizes: string, isExact: boolean) {
  // It covers the height of the screen too, and `auto` would be the width of the frame alone.
  if (sizes === COVER) return { ...own, sizes: `max(100vw, ${Math.round((100 * own.width) / own.height)}vh)` }
  if (sizes === SMALL) return { ...own.small, wideWebp: null, sizes: undefined, placeholder: null }
  return { ...own, sizes: isExact ? sizes : `auto, ${sizes}` }
}

/** A small round photo beside a name, which makes the photo decoration. */
export function Avatar({ src, className = 'size-8' }: { src: string | null; className?: string }) {
  return <Picture src={src} alt="" sizes={SMALL} frame={1} className={`shrink-0 rounded-full ${className}`} />
}
