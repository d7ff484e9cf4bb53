import type { Slide } from '#contract/home.ts'
import { Picture } from '#web/ui/picture.tsx'

/** The head of the home page: one picture over the whole screen. */
export function Hero({ slides }: { slides: Slide[] }) {
  const [slide] = slides
  if (!slide) return null
  return (
    <section className="hero-room" aria-label="Welcome">
      <Picture src={slide.img} alt="" width={1600} height={1067} priority className="hero-picture" />
      <div className="hero-words">
        <h1 className="font-display text-5xl text-balance sm:text-7xl">{slide.title}</h1>
        <p className="mt-5 text-lg sm:text-xl">{slide.description}</p>
        <a href="#popular" className="btn btn-lg mt-8">
          Read More
        </a>
      </div>
    </section>
  )
}
