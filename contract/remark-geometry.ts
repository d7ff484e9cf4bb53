/** Position of a remark on a picture, in fractions of its upright width and height. */
import { z } from 'zod'

export const REMARK_KINDS = ['pin', 'area', 'line', 'crop', 'note'] as const
export type RemarkKind = (typeof REMARK_KINDS)[number]

/** Five decimals are a twentieth of a pixel of the largest view. */
const round = (fraction: number) => Math.round(fraction * 1e5) / 1e5
const Fraction = z.number().min(0).max(1).overwrite(round)

export const Point = z.object({ x: Fraction, y: Fraction })
export const Rectangle = z.object({ x: Fraction, y: Fraction, w: Fraction, h: Fraction })
/** Points of a line drawn by hand. */
export const MAX_LINE_POINTS = 500
export const Line = z.object({
  points: z
    .array(z.tuple([Fraction, Fraction]))
    .min(2)
    .max(MAX_LINE_POINTS),
})

export type Point = z.infer<typeof Point>
export type Rectangle = z.infer<typeof Rectangle>
export type Line = z.infer<typeof Line>

export const Geometry = z.union([Line, Rectangle, Point])
export type Geometry = z.infer<typeof Geometry>

/** Fractions of width and height: smaller ones are slips of the hand. */
export const MIN_AREA = 0.002
export const MIN_CROP = 0.02

/** Rounding may exceed the edge by the last decimal. */
const EDGE = 1.00002

/** Returns why a geometry does not fit a kind of remark; null where it does. */
export function findGeometryProblem(kind: RemarkKind, geometry: Geometry | null): string | null {
  if (kind === 'note') return geometry === null ? null : 'is not for a note'
  if (geometry === null) return 'is required'
  if (kind === 'line') return findLineProblem(geometry)
  if (kind === 'pin') return 'x' in geometry && !('w' in geometry) ? null : 'must be a point: x and y'
  if (!('w' in geometry)) return 'must be a rectangle: x, y, w and h'
  const least = kind === 'crop' ? MIN_CROP : MIN_AREA
  if (geometry.w < least || geometry.h < least) return `must be larger: at least ${least} wide and high`
  return geometry.x + geometry.w <= EDGE && geometry.y + geometry.h <= EDGE ? null : 'must be inside the picture'
}

function findLineProblem(geometry: Geometry): string | null {
  if (!('points' in geometry)) return 'must be a line: points'
  const [first] = geometry.points
  return geometry.points.some(([x, y]) => x !== first?.[0] || y !== first[1]) ? null : 'must have a length'
}
