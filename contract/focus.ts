/**
 * The focal point of an image in a place: the point that stays in view where a frame shows only a part of the image, or that it is shown
 * whole. No zod, so that every page may import it.
 */

/** Instead of a point, for a panorama: the frame shows the whole image. */
export const WHOLE = 'whole'

/** `30% 60%`: from the left and from the top; blank for the middle. */
export const FOCUS = /^(?:whole|(\d|[1-9]\d|100)% (\d|[1-9]\d|100)%)?$/

/** Percent of the image's width and height. */
export interface FocalPoint {
  x: number
  y: number
}

export const MIDDLE: FocalPoint = { x: 50, y: 50 }

/** Returns the point of a text; the middle for a blank one, and where the image is shown whole. */
export function parseFocus(text: string | undefined): FocalPoint {
  const [, x, y] = FOCUS.exec(text ?? '') ?? []
  return x && y ? { x: Number(x), y: Number(y) } : MIDDLE
}

/** Returns the text of a point, rounded and moved into the image. */
export function formatFocus({ x, y }: FocalPoint): string {
  const format = (percent: number) => `${Math.round(Math.min(100, Math.max(0, percent)))}%`
  return `${format(x)} ${format(y)}`
}
