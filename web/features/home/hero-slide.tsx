import type { Slide } from '#contract/home.ts'
import { Picture } from '#web/ui/picture.tsx'

/** The picture covers the screen's height too, and is half as wide again as high. */
const COVERING = 'max(100vw, 150vh)'

interface HeroSlideProps {
  slide: Slide
  /** `2 of 4` */
  place: string
  shown: boolean
  /** There from the beginning, so its picture is fetched before all others. */
  first: boolean
}

export function HeroSlide({ slide: { img, title, description }, place, shown, first }: HeroSlideProps) {
  return (
    <article className="hero-slide" aria-roledescription="slide" aria-label={place} inert={!shown}>
      <Picture src={img} alt="" sizes={COVERING} priority={first} className="hero-picture" />
      <div className="hero-words">
        <h2 className="font-display text-5xl text-balance sm:text-7xl">{title}</h2>
        <p className="mt-5 text-lg sm:text-xl">{description}</p>
        <a href="#popular" className="btn btn-lg mt-8">
          Read More
        </a>
      </div>
    </article>
  )
}
