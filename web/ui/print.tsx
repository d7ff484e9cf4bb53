import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CARD_GRID_SIZES, LEAD_SIZES } from './card-grid.tsx'
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
  /** Among the first of a grid with a leading picture. */
  leads?: boolean
  /** At the end of the title's line. */
  aside?: ReactNode
  /** The caption below the title. */
  children: ReactNode
}

/** A card that looks like a print: an image with its caption. The keyboard reaches its link once, at the title. */
export function Print({ to, image, alt, focus, title, className = '', edge, leads, aside, children }: PrintProps) {
  const sizes = leads ? LEAD_SIZES : CARD_GRID_SIZES
  return (
    <article className={`print ${className}`}>
      <Link to={to} tabIndex={-1} className="print-frame">
        <Picture src={image} {...{ alt, focus, sizes }} cropped={leads} className="print-picture" />
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
