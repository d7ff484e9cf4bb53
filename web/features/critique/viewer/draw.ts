/** Makes the geometry of a mark from the points of a gesture, in fractions of the picture. */
import { type Geometry, MAX_LINE_POINTS, MIN_AREA, MIN_CROP } from '#contract/remark-geometry.ts'
import type { Point } from './view.ts'

export const TOOLS = ['pin', 'area', 'line', 'crop'] as const
export type Tool = (typeof TOOLS)[number]

/** Returns the geometry of a gesture, or null while it is too small for its tool. */
export function drawGeometry(tool: Tool, points: readonly Point[]): Geometry | null {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  if (tool === 'pin') return { x: first.x, y: first.y }
  if (tool === 'line') return drawLine(points)
  const rectangle = {
    ...{ x: Math.min(first.x, last.x), y: Math.min(first.y, last.y) },
    ...{ w: Math.abs(first.x - last.x), h: Math.abs(first.y - last.y) },
  }
  const least = tool === 'crop' ? MIN_CROP : MIN_AREA
  return rectangle.w < least || rectangle.h < least ? null : rectangle
}

/** Points nearer than this, in fractions, are one. */
const STEP = 0.002

function drawLine(points: readonly Point[]): Geometry | null {
  const kept: Point[] = []
  for (const point of points) {
    const last = kept.at(-1)
    if (!last || Math.hypot(point.x - last.x, point.y - last.y) >= STEP) kept.push(point)
  }
  if (kept.length < 2) return null
  const every = Math.ceil(kept.length / (MAX_LINE_POINTS - 1))
  const thinned = kept.filter((_, at) => at % every === 0 || at === kept.length - 1)
  return { points: thinned.map(({ x, y }) => [x, y]) }
}

/** Returns the points of a mark that is made by keyboard: around the middle of what is shown. */
export function drawAround(tool: Tool, from: Point, to: Point): Geometry | null {
  const at = (x: number, y: number) => ({ x: from.x + (to.x - from.x) * x, y: from.y + (to.y - from.y) * y })
  if (tool === 'pin') return drawGeometry(tool, [at(0.5, 0.5)])
  if (tool === 'line') return drawGeometry(tool, [at(0.25, 0.5), at(0.75, 0.5)])
  return drawGeometry(tool, [at(0.25, 0.25), at(0.75, 0.75)])
}
