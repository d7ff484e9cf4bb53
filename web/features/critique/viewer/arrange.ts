/** Chooses which marks are drawn: a thousand would be in every frame of panning. Pure. */
import type { Geometry, Rectangle, RemarkKind } from '#contract/remark-geometry.ts'
import type { Area, Point } from './view.ts'

/** The drawing of a remark. */
export interface Mark {
  id: string
  kind: RemarkKind
  geometry: Geometry | null
  number: number
}

/** Marks beside each other, as one: at the corner of the first. */
export interface Cluster extends Point {
  first: string
  count: number
}

export interface Arrangement {
  marks: Mark[]
  clusters: Cluster[]
}

/** Up to so many are drawn one by one, even where they cover each other. */
export const MAX_SINGLE_MARKS = 100
/** Pixels: a finger hits nothing smaller. */
const CELL = 48

/** Marks that are drawn together: one, or a cluster. */
export interface Group {
  mark: Mark
  cluster: Cluster | null
  bounds: Bounds
}
type Bounds = readonly [left: number, top: number, right: number, bottom: number]

/**
 * Returns all marks on a picture of this size in pixels of the page: of many, those that would cover each other are a group. The selected
 * mark is in none with others. Panning changes no group.
 */
export function groupMarks(
  marks: readonly Mark[],
  size: { width: number; height: number },
  selected: string | null,
): Group[] {
  const isSingle = (id: string) => marks.length <= MAX_SINGLE_MARKS || id === selected
  const groups = Map.groupBy(
    marks.filter(({ geometry }) => geometry !== null),
    ({ id, geometry }) => (isSingle(id) ? id : toCell(findCorner(geometry), size)),
  )
  return [...groups.values()].flatMap(([mark, ...others]) => (mark ? [toGroup(mark, others)] : []))
}

function toGroup(mark: Mark, others: readonly Mark[]): Group {
  const bounds = [mark, ...others].map(({ geometry }) => findBounds(geometry)).reduce(joinBounds)
  const cluster = { ...findCorner(mark.geometry), first: mark.id, count: others.length + 1 }
  return { mark, cluster: others.length > 0 ? cluster : null, bounds }
}

/** Returns the groups in an area. */
export function arrangeMarks(groups: readonly Group[], area: Area): Arrangement {
  const near = groups.filter(({ bounds }) => touches(bounds, area))
  return {
    marks: near.flatMap(({ mark, cluster }) => (cluster ? [] : [mark])),
    clusters: near.flatMap(({ cluster }) => cluster ?? []),
  }
}

/** Returns where the number of a mark stands. */
export function findCorner(geometry: Geometry | null): Point {
  if (geometry === null) return { x: 0, y: 0 }
  if ('x' in geometry) return { x: geometry.x, y: geometry.y }
  const [[x, y] = [0, 0]] = geometry.points
  return { x, y }
}

function toCell({ x, y }: Point, { width, height }: { width: number; height: number }): string {
  return `${Math.floor((x * width) / CELL)} ${Math.floor((y * height) / CELL)}`
}

function touches([left, top, right, bottom]: Bounds, { from, to }: Area): boolean {
  return left <= to.x && right >= from.x && top <= to.y && bottom >= from.y
}

function findBounds(geometry: Geometry | null): Bounds {
  if (geometry !== null && 'w' in geometry)
    return [geometry.x, geometry.y, geometry.x + geometry.w, geometry.y + geometry.h]
  if (geometry === null || 'x' in geometry) {
    const { x, y } = findCorner(geometry)
    return [x, y, x, y]
  }
  const [xs, ys] = [geometry.points.map(([x]) => x), geometry.points.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function joinBounds(one: Bounds, other: Bounds): Bounds {
  const [left, top, right, bottom] = one
  return [
    ...([Math.min(left, other[0]), Math.min(top, other[1])] as const),
    ...([Math.max(right, other[2]), Math.max(bottom, other[3])] as const),
  ]
}

/** Pixels from a number and from an outline. */
const EXACT = { number: 13, outline: 3 }
const NEAR = { number: 22, outline: 12 }

/**
 * Returns the id of the mark at a point, and whether it stands for a cluster; null where none is. A number goes before an
 * outline. @param isExact where a click beside a mark makes another
 */
export function findMark(
  { marks, clusters }: Arrangement,
  at: Point,
  { width, height }: Area,
  isExact: boolean,
): { id: string; isCluster: boolean } | null {
  const limits = isExact ? EXACT : NEAR
  const measure = (x: number, y: number) => Math.hypot((x - at.x) * width, (y - at.y) * height)
  const numbers = [
    ...marks.map((mark) => ({ id: mark.id, isCluster: false, ...findCorner(mark.geometry) })),
    ...clusters.map((cluster) => ({ id: cluster.first, isCluster: true, ...cluster })),
  ].map(({ id, isCluster, x, y }) => ({ id, isCluster, distance: measure(x, y) }))
  const outlines = marks.map(({ id, geometry }) => {
    const steps = toSegments(geometry).map((segment) => measure(...findNearest(segment, at, { width, height })))
    return { id, isCluster: false, distance: Math.min(...steps) }
  })
  return findLeast(numbers, limits.number) ?? findLeast(outlines, limits.outline)
}

function findLeast<T extends { distance: number }>(all: readonly T[], limit: number): T | null {
  const near = all.filter(({ distance }) => distance <= limit)
  return near.sort((one, other) => one.distance - other.distance)[0] ?? null
}

type Pair = readonly [x: number, y: number]

/** Lists the parts of an outline. */
function toSegments(geometry: Geometry | null): (readonly [Pair, Pair])[] {
  if (geometry === null || !('w' in geometry || 'points' in geometry)) return []
  const points: readonly Pair[] = 'points' in geometry ? geometry.points : toCorners(geometry)
  return points.slice(1).map((point, index) => [points[index] ?? point, point] as const)
}

function toCorners({ x, y, w, h }: Rectangle): Pair[] {
  return [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
    [x, y],
  ]
}

/** Returns the point of a segment that is nearest, as seen on the page. */
function findNearest(
  [[x1, y1], [x2, y2]]: readonly [Pair, Pair],
  at: Point,
  { width, height }: { width: number; height: number },
): Pair {
  const [dx, dy] = [(x2 - x1) * width, (y2 - y1) * height]
  const along = ((at.x - x1) * width * dx + (at.y - y1) * height * dy) / (dx * dx + dy * dy || 1)
  const part = Math.min(1, Math.max(0, along))
  return [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part]
}
