import type { KeyboardEvent } from 'react'
import type { Slide } from '#contract/home.ts'
import { HeroControls } from './hero-controls.tsx'
import { HeroSlide } from './hero-slide.tsx'
import { useLoaded } from './use-loaded.ts'
import { useSlider } from './use-slider.ts'

/** The full-screen slider of the home page. Source of the pattern: https://www.w3.org/WAI/ARIA/apg/patterns/carousel/ */
export function Hero({ slides }: { slides: Slide[] }) {
  const { viewport, isReady, selected, hasMoved, isPlaying, toggle, move } = useSlider(slides.length)
  const loaded = useLoaded()
  const moveByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') move(1)
    if (key === 'ArrowLeft') move(-1)
  }
  return (
    <section
      className="hero"
      aria-roledescription="carousel"
      aria-label="Highlights"
      data-loaded={loaded}
      data-moved={hasMoved}
    >
      {slides.length > 1 && (
        <HeroControls
          isReady={isReady}
          isPlaying={isPlaying}
          count={slides.length}
          selected={selected}
          onToggle={toggle}
          onMove={move}
          onKeyDown={moveByKey}
        />
      )}
      <div ref={viewport} className="hero-viewport">
        <div className="hero-track" aria-live={isPlaying ? 'off' : 'polite'}>
          {slides.map((slide, index) => (
            <HeroSlide
              key={`${slide.img} ${slide.title}`}
              slide={slide}
              label={`${index + 1} of ${slides.length}`}
              isShown={index === selected}
              isFirst={index === 0}
            />
          ))}
        </div>
      </div>
    </section>
  )
}
