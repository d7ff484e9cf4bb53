import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CARD_GRID_SIZES } from './card-grid.tsx'
import { Picture } from './picture.tsx'

interface PrintProps {
  /** The path that image and title lead to. */
  to: string
  image: string | null
  alt: string
  focus?: string | undefined
  title: string
  className?: string
  /** The line below the image, as on the edge of a film. */
  edge?: string | undefined
  /** The `sizes` of the image, where it may be larger than in most cards or show a part only. */
  sizes?: string | undefined
  /** At the end of the title's line. */
  aside?: ReactNode
  /** The caption below the title. */
  children: ReactNode
}

/** A card that looks like a print: an image with its caption. The keyboard reaches its link once, at the title. */
export function Print({ to, image, alt, focus, title, className = '', edge, sizes, aside, children }: PrintProps) {
  const look = { alt, focus, sizes: sizes ?? CARD_GRID_SIZES, cropped: sizes !== undefined }
  return (
    <article className={`print ${className}`}>
      <Link to={to} tabIndex={-1} className="print-frame">
        <Picture src={image} {...look} className="print-picture" />
      </Link>
      {edge && <p className="exposure">{edge}</p>}
      <div className="print-caption">
        <div className="print-head">
          <h3 className="print-title">
            <Link to={to}>{title}</Link>
          </h3>
          {aside}
        </div>
        {children}
      </div>
    </article>
  )
}
