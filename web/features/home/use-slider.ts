import { type RefObject, useEffect, useReducer, useRef, useState, useSyncExternalStore } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Duration of a slide, in milliseconds. Its text takes three seconds to appear. */
const SLIDE_MS = 7000

export interface Slider {
  viewport: RefObject<HTMLDivElement | null>
  /** False in the served HTML, where the slider cannot move yet. */
  isReady: boolean
  /** The index of the shown slide, from 0. */
  selected: number
  /** True if it has left the slide that the page came with, which shows without animations. */
  hasMoved: boolean
  isPlaying: boolean
  toggle: () => void
  move: (by: 1 | -1) => void
}

const START = { position: 0, hasMoved: false }

/** The slider's state. With reduced motion, autoplay is off until the visitor starts it. */
export function useSlider(count: number): Slider {
  const viewport = useRef<HTMLDivElement>(null)
  const motion = useRef<SlideMotion>(null)
  const isReady = useHydrated()
  const isMotionReduced = useReducedMotion()
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null)
  const isPlaying = choice ? choice === 'play' : !isMotionReduced
  const [{ position, hasMoved }, goTo] = useReducer(
    (_: typeof START, position: number) => ({ position, hasMoved: true }),
    START,
  )

  useEffect(() => {
    if (!viewport.current) return
    motion.current = new SlideMotion(viewport.current, goTo)
    // A script of web/layout/theme.ts has marked a swipe that came before this code.
    const { swiped } = viewport.current.dataset
    if (swiped) goTo(Number(swiped))
    return () => motion.current?.stop()
  }, [])
  // After each render, because the slides may be others.
  useEffect(() => motion.current?.glideTo(position, isMotionReduced))

  // Each slide has its whole time, also after a click.
  useEffect(() => {
    if (!isPlaying || count < 2) return
    const timer = setInterval(() => motion.current?.isInUse() || goTo(position + 1), SLIDE_MS)
    return () => clearInterval(timer)
  }, [isPlaying, count, position])

  return {
    viewport,
    isReady,
    selected: ((position % count) + count) % count,
    hasMoved,
    isPlaying,
    toggle: () => setChoice(isPlaying ? 'pause' : 'play'),
    move: (by) => count > 1 && goTo(position + by),
  }
}

const REDUCED = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(REDUCED)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Returns whether the visitor's system asks for reduced motion. */
function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(REDUCED).matches,
    () => false,
  )
}

/** Duration of two thirds of a move, in milliseconds. */
const GLIDE_MS = 200

/** Distance after which a pointer drags the slides, and that of a swipe, at least. */
const DRAG_PX = 10
const SWIPE_PX = 50

const SLIDES = '.hero-slide'

interface Drag {
  /** Positions of the pointer and the slides. */
  x: number
  position: number
  isMoving: boolean
}

type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/** Moves slides under a pointer and to a position: in slides from the first one, which also follows the last one. */
class SlideMotion {
  readonly #viewport: HTMLElement
  readonly #goTo: (position: number) => void
  readonly #events = new AbortController()
  #position = 0
  #goal = 0
  #isInstant = false
  #frame = 0
  #drag: Drag | null = null

  /** Calls `goTo` after a swipe. */
  constructor(viewport: HTMLElement, goTo: (position: number) => void) {
    this.#viewport = viewport
    this.#goTo = goTo
    const listeners: Listeners = {
      pointerdown: (event) => this.#startDrag(event),
      pointermove: (event) => this.#moveDrag(event),
      pointerup: ({ clientX }) => this.#endDrag(clientX),
      pointercancel: () => this.#endDrag(),
      // A link or an image would be dragged alone.
      dragstart: (event) => event.preventDefault(),
    }
    for (const [type, listener] of Object.entries(listeners))
      viewport.addEventListener(type, listener as EventListener, { signal: this.#events.signal })
  }

  glideTo(goal: number, isInstant: boolean): void {
    this.#goal = goal
    this.#isInstant = isInstant
    this.#glide(performance.now())
  }

  /** Returns whether a visitor points at the slides, drags them or has focused a part of them. */
  isInUse(): boolean {
    return this.#drag !== null || this.#viewport.matches(':hover > *, :focus-within')
  }

  stop(): void {
    this.#events.abort()
    cancelAnimationFrame(this.#frame)
  }

  #glide(last: number) {
    cancelAnimationFrame(this.#frame)
    if (this.#drag) return
    if (this.#isInstant || this.#position === this.#goal) return this.#moveTo(this.#goal)
    this.#frame = requestAnimationFrame((now) => {
      const rest = (this.#goal - this.#position) * Math.exp(Math.min(0, last - now) / GLIDE_MS)
      this.#moveTo(Math.abs(rest) < 0.001 ? this.#goal : this.#goal - rest)
      this.#glide(now)
    })
  }

  /** Moves each slide beside the others, in the round that is nearest to the position. */
  #moveTo(position: number) {
    this.#position = position
    const slides = [...this.#viewport.querySelectorAll<HTMLElement>(SLIDES)]
    slides.forEach((slide, index) => {
      const round = Math.round((position - index) / slides.length)
      slide.style.translate = `${(round * slides.length - position) * 100}%`
    })
  }

  #startDrag({ clientX, button, isPrimary }: PointerEvent) {
    if (!isPrimary || button !== 0 || this.#viewport.querySelectorAll(SLIDES).length < 2) return
    this.#drag = { x: clientX, position: this.#position, isMoving: false }
  }

  #moveDrag({ clientX, buttons, pointerId }: PointerEvent) {
    if (!this.#drag) return
    const { x, position, isMoving } = this.#drag
    if (buttons === 0) return this.#endDrag()
    if (!isMoving && Math.abs(x - clientX) < DRAG_PX) return
    this.#drag.isMoving = true
    cancelAnimationFrame(this.#frame)
    // Without it, the end of a drag over a link would be a click on it.
    this.#viewport.setPointerCapture(pointerId)
    this.#moveTo(position + (x - clientX) / this.#viewport.clientWidth)
  }

  /** Goes to the next slide if the pointer has moved far enough, or back. */
  #endDrag(clientX?: number) {
    const distance = this.#drag && clientX !== undefined ? this.#drag.x - clientX : 0
    this.#drag = null
    if (Math.abs(distance) > SWIPE_PX) this.#goTo(this.#goal + Math.sign(distance))
    this.#glide(performance.now())
  }
}
