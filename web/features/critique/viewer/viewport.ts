/**
 * Zooms and pans a picture by wheel, pinch and drag. It writes to the elements itself: a gesture renders nothing of React, and panning
 * changes one transform, however many marks there are.
 */
import {
  type Area,
  contains,
  type Frame,
  findArea,
  fitView,
  keepInside,
  measurePinch,
  type Point,
  pan,
  toFraction,
  toSize,
  type View,
  zoom,
} from './view.ts'

/** Pixels that a finger or a mouse may move in a click. */
const SLOP = 8
const PAN_STEP = 80
/** In sizes of the frame, on each side. */
const MARGIN = 0.5
/** Events of a finger that nothing listens to. React would look for listeners to each of them in all ancestors, twice. */
const UNUSED_EVENTS = [
  ...(['touchstart', 'touchmove', 'touchend'] as const),
  ...(['pointerover', 'pointerout', 'gotpointercapture', 'lostpointercapture'] as const),
]
/** After the last change or touch, before a sharper file and other marks are chosen. */
const SETTLE_MS = 150

export interface ViewportListener {
  /** Returns whether a gesture draws rather than pans. */
  isDrawing: () => boolean
  /** Receives the points of a gesture so far, in fractions of the picture; none when it ends without a mark. */
  onDraw: (points: Point[]) => void
  onDrawn: (points: Point[]) => void
  /** A click, in fractions of the picture, and in pixels of the frame. */
  onClick: (at: Point, place: Point) => void
  /** Receives the part of the picture around what is shown, once it rests. */
  onRest: (area: Area) => void
}

interface Gesture {
  /** Position of the frame in the window. Reading it in each move would lay out the page each time. */
  origin: Point
  pointers: Map<number, Point>
  start: Point
  isMoved: boolean
  /** Null for one that moves the picture. */
  points: Point[] | null
  /** Ends with the gesture. */
  following: AbortController
}

export class Viewport {
  readonly #frame: HTMLElement
  readonly #stage: HTMLElement
  readonly #picture: { width: number; height: number }
  readonly #listener: () => ViewportListener
  #size: Frame
  #view: View
  #gesture: Gesture | null = null
  #settling: ReturnType<typeof setTimeout> | undefined
  /** The last area that the listener has received. */
  #rested: Area | null = null

  /** @param picture pixels */
  constructor(
    { frame, stage }: { frame: HTMLElement; stage: HTMLElement },
    picture: { width: number; height: number },
    listener: () => ViewportListener,
  ) {
    this.#frame = frame
    this.#stage = stage
    this.#picture = picture
    this.#listener = listener
    frame.style.setProperty('--ratio', String(picture.width / picture.height))
    this.#size = this.#measure()
    this.#view = fitView(this.#size)
    this.#resize()
    this.#rest()
  }

  /** Listens to gestures. Returns a function that ends it. */
  listen(): () => void {
    const controller = new AbortController()
    const { signal } = controller
    const observer = new ResizeObserver(() => {
      this.#size = this.#measure()
      this.#show(keepInside(this.#view, this.#size), true)
    })
    observer.observe(this.#frame)
    this.#frame.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false, signal })
    this.#frame.addEventListener('pointerdown', (event) => this.#onDown(event), { signal })
    const first = { capture: true, passive: true, signal }
    for (const type of UNUSED_EVENTS) window.addEventListener(type, (event) => this.#dropUnused(event), first)
    return () => {
      controller.abort()
      this.#gesture?.following.abort()
      observer.disconnect()
      clearTimeout(this.#settling)
    }
  }

  fit(): void {
    this.#show(fitView(this.#size))
  }

  zoomBy(factor: number, at?: Point): void {
    this.#zoomTo(this.#view.scale * factor, at)
  }

  /** Shows `factor` pixels of the screen for each of the picture. */
  showPixels(factor: number): void {
    this.#zoomTo(factor * this.#findFullScale())
  }

  panBy(x: number, y: number): void {
    this.#show(pan(this.#view, this.#size, { x: x * PAN_STEP, y: y * PAN_STEP }))
  }

  /** Returns the corners of what is shown, in fractions. */
  readCorners(): [Point, Point] {
    const { width, height } = this.#size
    return [this.#toFraction({ x: 0, y: 0 }), this.#toFraction({ x: width, y: height })]
  }

  #measure(): Frame {
    const { clientWidth, clientHeight } = this.#frame
    const { width, height } = this.#picture
    return { width: clientWidth || 1, height: clientHeight || 1, ratio: width / height }
  }

  #toFraction(at: Point): Point {
    return toFraction(this.#view, this.#size, at)
  }

  #findFullScale(): number {
    return this.#picture.width / window.devicePixelRatio / toSize({ scale: 1 }, this.#size).width
  }

  #zoomTo(scale: number, at?: Point): void {
    const frame = this.#size
    const middle = { x: frame.width / 2, y: frame.height / 2 }
    const max = 4 * Math.max(1, this.#findFullScale())
    this.#show(zoom(this.#view, frame, { scale, at: at ?? middle, max }))
  }

  #show(view: View, isResized = view.scale !== this.#view.scale): void {
    this.#view = view
    if (isResized) this.#resize()
    else this.#move()
  }

  #move(): void {
    this.#stage.style.transform = `translate(${this.#view.x}px, ${this.#view.y}px)`
    this.#restLater()
  }

  #restLater(): void {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => this.#rest(), SETTLE_MS)
  }

  /** Reports what is shown, with a margin in which panning changes nothing. */
  #rest(): void {
    const next = findArea(this.#view, this.#size, MARGIN)
    const { width } = next
    if (this.#rested?.width === width && contains(this.#rested, findArea(this.#view, this.#size, MARGIN / 2))) return
    this.#rested = next
    this.#listener().onRest(next)
  }

  #resize(): void {
    this.#move()
    const { width, height } = toSize(this.#view, this.#size)
    this.#stage.style.width = `${width}px`
    this.#stage.style.height = `${height}px`
    this.#frame.dataset.zoomed = String(this.#view.scale > 1)
  }

  #findOrigin(): Point {
    const { left, top } = this.#frame.getBoundingClientRect()
    return { x: left, y: top }
  }

  #toPoint({ clientX, clientY }: MouseEvent, origin = this.#findOrigin()): Point {
    return { x: clientX - origin.x, y: clientY - origin.y }
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault()
    // Some mice count lines.
    const speed = event.deltaMode === 1 ? 0.05 : 0.0015
    this.zoomBy(Math.exp(-event.deltaY * speed), this.#toPoint(event))
  }

  #onDown(event: PointerEvent): void {
    if (event.button !== 0) return
    // The first moves of a finger do not wait for marks and a file.
    this.#restLater()
    const origin = this.#findOrigin()
    const at = this.#toPoint(event, origin)
    // A finger is captured by what it touches. Another element would get all events of one that enters it.
    if (event.pointerType !== 'touch') this.#frame.setPointerCapture(event.pointerId)
    if (this.#gesture) {
      // A second finger pinches.
      this.#gesture.pointers.set(event.pointerId, at)
      if (this.#gesture.points) this.#listener().onDraw([])
      Object.assign(this.#gesture, { points: null, isMoved: true })
      return
    }
    const points = this.#listener().isDrawing() ? [this.#toFraction(at)] : null
    const pointers = new Map([[event.pointerId, at]])
    this.#gesture = { origin, pointers, start: at, isMoved: false, points, following: this.#follow() }
  }

  #dropUnused(event: Event): void {
    const isTouch = !(event instanceof PointerEvent) || event.pointerType === 'touch'
    if (isTouch && event.target instanceof Node && this.#frame.contains(event.target)) event.stopPropagation()
  }

  /**
   * Listens to moves before the page does, for which React would look for listeners too. The end is heard wherever it is, since a finger
   * leaves the frame once the mark that it has touched is gone.
   */
  #follow(): AbortController {
    const following = new AbortController()
    const options = { capture: true, passive: true, signal: following.signal }
    window.addEventListener(
      'pointermove',
      (event) => {
        event.stopPropagation()
        this.#onMove(event)
      },
      options,
    )
    for (const end of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(end, (event) => this.#onUp(event), options)
    return following
  }

  #onMove(event: PointerEvent): void {
    const gesture = this.#gesture
    const before = gesture?.pointers.get(event.pointerId)
    if (!gesture || !before) return
    // A menu of the browser has taken the end, as after a click with Ctrl.
    if (event.buttons === 0) {
      this.#onUp(event)
      return
    }
    const at = this.#toPoint(event, gesture.origin)
    gesture.isMoved ||= Math.hypot(at.x - gesture.start.x, at.y - gesture.start.y) > SLOP
    if (gesture.pointers.size > 1) this.#pinch(gesture, event.pointerId, at)
    else if (gesture.points) this.#draw(gesture.points, at)
    else if (gesture.isMoved) this.#show(pan(this.#view, this.#size, { x: at.x - before.x, y: at.y - before.y }))
    gesture.pointers.set(event.pointerId, at)
  }

  #draw(points: Point[], at: Point): void {
    points.push(this.#toFraction(at))
    this.#listener().onDraw(points)
  }

  #pinch({ pointers }: Gesture, moved: number, at: Point): void {
    const [other] = [...pointers].filter(([id]) => id !== moved).map(([, point]) => point)
    const before = pointers.get(moved)
    if (!other || !before) return
    const [from, to] = [measurePinch(before, other), measurePinch(at, other)]
    const by = { x: to.middle.x - from.middle.x, y: to.middle.y - from.middle.y }
    this.#show(pan(this.#view, this.#size, by))
    this.zoomBy(to.distance / Math.max(1, from.distance), to.middle)
  }

  #onUp(event: PointerEvent): void {
    const gesture = this.#gesture
    if (!gesture?.pointers.delete(event.pointerId) || gesture.pointers.size > 0) return
    this.#gesture = null
    gesture.following.abort()
    const { onDraw, onDrawn, onClick } = this.#listener()
    // The browser has taken the gesture, such as to scroll the page.
    if (event.type !== 'pointerup') onDraw([])
    else if (gesture.points) onDrawn(gesture.points)
    else if (!gesture.isMoved) {
      const place = this.#toPoint(event)
      onClick(this.#toFraction(place), place)
    }
  }
}
