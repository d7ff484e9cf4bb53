import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel, { type UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import { useReducedMotion } from './use-reduced-motion.ts'

/** How long a slide is shown, in milliseconds. Its text takes three seconds to appear. */
const SLIDE_MS = 7000

/** Pauses while the slider is hovered, touched or focused, and continues afterwards. */
const AUTOPLAY = [
  Autoplay({
    delay: SLIDE_MS,
    stopOnInteraction: false,
    stopOnMouseEnter: true,
    rootNode: (viewport) => viewport.closest('section'),
  }),
]
/** The plugin drops the visitor's pause when the pointer leaves, so a paused slider has no plugin. */
const NO_PLUGINS: typeof AUTOPLAY = []

export interface Slider {
  viewport: (node: HTMLElement | null) => void
  /** False in the served HTML, where the slider cannot move yet. */
  isReady: boolean
  /** The index of the shown slide, from 0. */
  selected: number
  /** Whether it has left the slide that the page came with, which shows without animations. */
  hasMoved: boolean
  isPlaying: boolean
  toggle: () => void
  move: (by: 1 | -1) => void
}

/** Makes the move of a swipe that came before the slider had loaded. A script of web/layout/theme.ts has marked it. */
function makeEarlySwipe(embla: NonNullable<UseEmblaCarouselType[1]>): void {
  const { dataset } = embla.rootNode()
  if (dataset.swiped === '1') embla.scrollNext()
  if (dataset.swiped === '-1') embla.scrollPrev()
  delete dataset.swiped
}

/** The slider's state. With reduced motion, autoplay is off until the visitor starts it. */
export function useSlider(): Slider {
  const isMotionReduced = useReducedMotion()
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const isPlaying = choice ? choice === 'play' : !isMotionReduced
  const options = { loop: true, duration: isMotionReduced ? 0 : 32 }
  const [viewport, embla] = useEmblaCarousel(options, isPlaying ? AUTOPLAY : NO_PLUGINS)
  const [selected, setSelected] = useState(0)
  const [hasMoved, setHasMoved] = useState(false)
  useEffect(() => {
    const update = () => {
      setSelected(embla?.selectedScrollSnap() ?? 0)
      setHasMoved(true)
    }
    embla?.on('select', update)
    if (embla) makeEarlySwipe(embla)
    return () => void embla?.off('select', update)
  }, [embla])
  return {
    viewport,
    isReady: embla !== undefined,
    selected,
    hasMoved,
    isPlaying,
    toggle: () => setChoice(isPlaying ? 'pause' : 'play'),
    move(by) {
      if (by === 1) embla?.scrollNext(isMotionReduced)
      else embla?.scrollPrev(isMotionReduced)
      embla?.plugins().autoplay?.reset()
    },
  }
}
