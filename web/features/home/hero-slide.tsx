import type { Slide } from '#contract/home.ts'
import { COVER, Picture } from '#web/ui/picture.tsx'

interface HeroSlideProps {
  slide: Slide
  /** `2 of 4` */
  label: string
  isShown: boolean
  /** The first slide, whose image loads before all others. */
  isFirst: boolean
}

export function HeroSlide({ slide: { img, title, description }, label, isShown, isFirst }: HeroSlideProps) {
  return (
    <article className="hero-slide" aria-roledescription="slide" aria-label={label} inert={!isShown}>
      <Picture src={img} alt="" sizes={COVER} priority={isFirst} className="hero-picture" />
      <div className="hero-text">
        <h2 className="font-display text-5xl text-balance sm:text-7xl">{title}</h2>
        <p className="mt-5 text-lg sm:text-xl">{description}</p>
        <a href="#popular" className="btn btn-lg mt-8">
          Read More
        </a>
      </div>
    </article>
  )
}
