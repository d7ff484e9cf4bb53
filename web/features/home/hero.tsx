import type { KeyboardEvent } from 'react'
import type { Slide } from '#contract/home.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { HeroControls } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { useSlider } from './use-slider.ts'

/**
 * The head of the home page: slides over the whole screen. After the pattern of a carousel that moves by itself:
 * https://www.w3.org/WAI/ARIA/apg/patterns/carousel/
 */
export function Hero({ slides }: { slides: Slide[] }) {
  const { viewport, ready, selected, playing, toggle, move } = useSlider()
  const loaded = useLoaded()
  const byKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
  }
  if (slides.length === 0) return null
  return (
    <section className="hero-room" aria-roledescription="carousel" aria-label="Highlights" data-loaded={loaded}>
      <HeroControls
        ready={ready}
        playing={playing}
        count={slides.length}
        selected={selected}
        onToggle={toggle}
        onMove={move}
        onKeyDown={byKey}
      />
      <div ref={viewport} className="hero-viewport">
        <div className="hero-track" aria-live={playing ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            <HeroSlide
              key={slide.img}
              slide={slide}
              place={`${index + 1} of ${slides.length}`}
              shown={index === selected}
              first={index === 0}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
