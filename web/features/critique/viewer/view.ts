/** Position and size of a picture in its frame. Pure, so that every gesture is a function. */

/** Pixels of the page. */
export interface Point {
  x: number
  y: number
}

export interface Frame {
  width: number
  height: number
  /** Width divided by height of the picture. */
  ratio: number
}

/** The left upper corner of the picture in the frame, and its size as a multiple of the one that fits. */
export interface View extends Point {
  scale: number
}

/** The part of a picture for which marks are drawn, in fractions, and the size of the whole picture in pixels of the page. */
export interface Area {
  from: Point
  to: Point
  width: number
  height: number
}

export const MIN_SCALE = 1

/** Returns the size of the picture where it just fits. */
export function fitSize({ width, height, ratio }: Frame): { width: number; height: number } {
  return width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio }
}

/** Returns the size of the picture. */
export function toSize({ scale }: Pick<View, 'scale'>, frame: Frame): { width: number; height: number } {
  const { width, height } = fitSize(frame)
  return { width: width * scale, height: height * scale }
}

/** Returns the view in which the whole picture is in the middle. */
export function fitView(frame: Frame): View {
  return keepInside({ scale: MIN_SCALE, x: 0, y: 0 }, frame)
}

/** Returns a view whose picture is in the middle where it is smaller than the frame, and covers it where it is larger. */
export function keepInside(view: View, frame: Frame): View {
  const { width, height } = toSize(view, frame)
  const limit = (at: number, size: number, room: number) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at))
  return { scale: view.scale, x: limit(view.x, width, frame.width), y: limit(view.y, height, frame.height) }
}

export function pan(view: View, frame: Frame, by: Point): View {
  return keepInside({ ...view, x: view.x + by.x, y: view.y + by.y }, frame)
}

/** Returns a view of another scale in which the point of the picture at `at` stays there. @param max the largest scale */
export function zoom(view: View, frame: Frame, { scale, at, max }: { scale: number; at: Point; max: number }): View {
  const next = Math.min(Math.max(max, MIN_SCALE), Math.max(MIN_SCALE, scale))
  const factor = next / view.scale
  return keepInside({ scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor }, frame)
}

/** Returns the point of the picture at a point of the frame, in fractions from 0 to 1. */
export function toFraction(view: View, frame: Frame, at: Point): Point {
  const { width, height } = toSize(view, frame)
  const limit = (value: number) => Math.min(1, Math.max(0, value))
  return { x: limit((at.x - view.x) / width), y: limit((at.y - view.y) / height) }
}

/** Returns the part of the picture in the frame, with a margin in sizes of the frame. */
export function findArea(view: View, frame: Frame, margin: number): Area {
  const by = { x: frame.width * margin, y: frame.height * margin }
  return {
    ...toSize(view, frame),
    from: toFraction(view, frame, { x: -by.x, y: -by.y }),
    to: toFraction(view, frame, { x: frame.width + by.x, y: frame.height + by.y }),
  }
}

export function contains({ from, to }: Area, inner: Area): boolean {
  return from.x <= inner.from.x && from.y <= inner.from.y && to.x >= inner.to.x && to.y >= inner.to.y
}

/** Returns the middle of two points, and their distance. */
export function measurePinch(one: Point, other: Point): { middle: Point; distance: number } {
  return {
    middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  }
}
