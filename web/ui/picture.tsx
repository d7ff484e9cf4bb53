import { useEffect, useRef, useState } from 'react'
import { type OwnPicture, ownPicture } from '#contract/picture-address.ts'
import { ApertureIcon } from './icons.tsx'

interface PictureProps {
  src: string | null
  alt: string
  /** How wide it is shown, in the words of the `sizes` attribute: which variant is loaded follows from it. */
  sizes: string
  /** The class decides how large its place is. */
  className?: string
  /** Seen first: loaded at once and before others. All other pictures wait until they are near the screen. */
  priority?: boolean
}

/** In place of `sizes`, for thumbnails and portraits: the smallest variant will do, and no ground. */
export const SMALL = 'small'

/** Pictures that do not say their own size are taken for prints of 3:2. */
const PRINT = { width: 960, height: 640 }

/**
 * A picture in its place: in the variant that fits, over its own blurred ground until it is there. A missing or broken one
 * leaves a placeholder of the same size.
 */
export function Picture({ src, alt, sizes, className = '', priority = false }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before React listened.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src)
  }, [src])
  if (!src || src === brokenSrc)
    return (
      <span className={`picture picture-missing ${className}`}>
        <ApertureIcon className="size-1/4 min-w-4 max-w-12" />
        <span className="sr-only">{alt}</span>
      </span>
    )
  const own = ownPicture(src)
  const { width, height } = own ?? PRINT
  const variants = own && variantsFor(own, sizes, priority)
  return (
    <span className={`picture ${className}`}>
      {variants?.ground && <img src={variants.ground} alt="" width={width} height={height} />}
      <picture>
        {variants && <source type="image/avif" srcSet={variants.avif} sizes={variants.sizes} />}
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

function variantsFor({ avif, webp, small, ground }: OwnPicture, sizes: string, priority: boolean) {
  if (sizes === SMALL) return { ...small, sizes: undefined, ground: null }
  return { avif, webp, ground, sizes: priority ? sizes : `auto, ${sizes}` }
}

/** A small round portrait beside a name; the name says who, so the picture is decoration. */
export function Avatar({ src, className = 'size-8' }: { src: string | null; className?: string }) {
  return <Picture src={src} alt="" sizes={SMALL} className={`shrink-0 rounded-full ${className}`} />
}
