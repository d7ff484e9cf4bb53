import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import { useReducedMotion } from '#web/ui/use-reduced-motion.ts'

/** Milliseconds that a slide stays: its text needs three seconds to appear, and as long again to be read. */
const STAY_MS = 7000

/** Moves by itself, rests while it is pointed at, held or has the focus, and goes on afterwards. */
const AUTOPLAY = [
  Autoplay({
    delay: STAY_MS,
    stopOnInteraction: false,
    stopOnMouseEnter: true,
    rootNode: (viewport) => viewport.closest('section'),
  }),
]
/** The plugin forgets a visitor's pause as soon as the pointer leaves: while paused, it is not there. */
const BY_HAND: typeof AUTOPLAY = []

export interface Slider {
  viewport: (node: HTMLElement | null) => void
  /** It can be moved: not yet in the served page. */
  ready: boolean
  /** The slide that is shown, from 0. */
  selected: number
  playing: boolean
  toggle: () => void
  move: (by: 1 | -1) => void
}

/** The state of the hero: which slide is shown, and whether it moves by itself. Less movement means none, unless asked for. */
export function useSlider(): Slider {
  const still = useReducedMotion()
  const [wish, setWish] = useState<'play' | 'pause' | null>(null)
  const playing = wish ? wish === 'play' : !still
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: still ? 0 : 32 }, playing ? AUTOPLAY : BY_HAND)
  const [selected, setSelected] = useState(0)
  useEffect(() => {
    const follow = () => setSelected(embla?.selectedScrollSnap() ?? 0)
    embla?.on('select', follow)
    return () => void embla?.off('select', follow)
  }, [embla])
  return {
    viewport,
    ready: embla !== undefined,
    selected,
    playing,
    toggle: () => setWish(playing ? 'pause' : 'play'),
    move(by) {
      if (by === 1) embla?.scrollNext(still)
      else embla?.scrollPrev(still)
      embla?.plugins().autoplay?.reset()
    },
  }
}
