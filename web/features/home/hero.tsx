import { type KeyboardEvent, type KeyboardEventHandler, useSyncExternalStore } from 'react'
import type { Slide } from '#contract/home.ts'
import { ImageCredit } from '#web/features/images/image-credit.tsx'
import { ArrowLeftIcon, ArrowRightIcon, Icon } from '#web/ui/icons.tsx'
import { COVER, Picture } from '#web/ui/picture.tsx'
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

interface HeroControlsProps {
  /** False until the slider can react to a click. */
  isReady: boolean
  isPlaying: boolean
  count: number
  /** The index of the shown slide, from 0. */
  selected: number
  onToggle: () => void
  onMove: (by: 1 | -1) => void
  /** Handles the arrow keys while a control has the focus. */
  onKeyDown: KeyboardEventHandler
}

/** Comes before the slides in reading order, so that the autoplay can be stopped first. */
function HeroControls({ isReady, isPlaying, count, selected, onToggle, onMove, onKeyDown }: HeroControlsProps) {
  return (
    <div className="hero-controls" onKeyDown={onKeyDown} role="toolbar" aria-label="Slides">
      <button
        type="button"
        className="hero-control"
        disabled={!isReady}
        onClick={onToggle}
        aria-label={isPlaying ? 'Pause slides' : 'Play slides'}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </button>
      <p className="edge-print tabular-nums" aria-hidden="true">
        {selected + 1} / {count}
      </p>
      <button
        type="button"
        className="hero-control"
        disabled={!isReady}
        onClick={() => onMove(-1)}
        aria-label="Previous slide"
      >
        <ArrowLeftIcon />
      </button>
      <button
        type="button"
        className="hero-control"
        disabled={!isReady}
        onClick={() => onMove(1)}
        aria-label="Next slide"
      >
        <ArrowRightIcon />
      </button>
    </div>
  )
}

const PauseIcon = () => (
  <Icon>
    <path d="M8.5 5v14M15.5 5v14" />
  </Icon>
)

const PlayIcon = () => (
  <Icon>
    <path d="m8 5 11 7-11 7Z" />
  </Icon>
)

interface HeroSlideProps {
  slide: Slide
  /** `2 of 4` */
  label: string
  isShown: boolean
  /** The first slide, whose image loads before all others. */
  isFirst: boolean
}

function HeroSlide({ slide: { img, focus, title, description, credit }, label, isShown, isFirst }: HeroSlideProps) {
  return (
    <article className="hero-slide" aria-roledescription="slide" aria-label={label} inert={!isShown}>
      <Picture src={img} alt="" focus={focus} sizes={COVER} priority={isFirst} className="hero-picture" />
      <div className="hero-text">
        <h2 className="font-display text-5xl sm:text-7xl">{title}</h2>
        <p className="mt-5 text-lg text-balance sm:text-xl">{description}</p>
        <a href="#popular" className="btn btn-lg mt-8">
          Read More
        </a>
        <ImageCredit credit={credit} />
      </div>
    </article>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('load', listener)
  return () => window.removeEventListener('load', listener)
}

/** Returns whether the page has loaded its first files, so that the others may start loading. */
function useLoaded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.readyState === 'complete',
    () => false,
  )
}
