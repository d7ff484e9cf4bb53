import { useEffect, useRef, useState } from 'react'
import { ApertureIcon } from './icons.tsx'

interface PictureProps {
  src: string | null
  alt: string
  /** The space it is given before it has arrived; the class decides how large it is shown. */
  width: number
  height: number
  className?: string
  /** Seen first: loaded at once and before others. All other pictures wait until they are near the screen. */
  priority?: boolean
}

/** A picture that keeps its place: a missing or broken one leaves a placeholder of the same size. */
export function Picture({ src, alt, width, height, className = '', priority = false }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before React listened.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src)
  }, [src])
  if (!src || src === brokenSrc)
    return (
      <span className={`picture-missing ${className}`}>
        <ApertureIcon className="size-1/4 min-w-4 max-w-12" />
        <span className="sr-only">{alt}</span>
      </span>
    )
  return (
    <img
      ref={image}
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={className}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBrokenSrc(src)}
    />
  )
}

/** A small round portrait beside a name; the name says who, so the picture is decoration. */
export function Avatar({ src, className = 'size-8' }: { src: string | null; className?: string }) {
  return (
    <Picture src={src} alt="" width={64} height={64} className={`shrink-0 rounded-full object-cover ${className}`} />
  )
}
