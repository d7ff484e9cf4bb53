/** Duration of two thirds of a move, in milliseconds. */
const GLIDE_MS = 200

/** Distance after which a pointer drags the slides, and that of a swipe, at least. */
const DRAG_PX = 10
const SWIPE_PX = 50

const SLIDES = '.hero-slide'

interface Drag {
  /** Where the pointer and the slides were. */
  x: number
  position: number
  isMoving: boolean
}

type Listeners = { [Type in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Type]) => void }

/** Moves slides under a pointer and to a position: in slides from the first one, which also follows the last one. */
export class SlideMotion {
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
