/** Says in words where a remark is, for people who do not see the marks. */
import type { Geometry, RemarkKind } from '#contract/remark-geometry.ts'

export const KIND_LABELS: Record<RemarkKind, string> = {
  pin: 'Pin',
  area: 'Area',
  line: 'Line',
  crop: 'Crop',
  note: 'Note',
}

/** Returns the place of a remark: `upper left third`; of a crop also how much stays. */
export function describePlace(kind: RemarkKind, geometry: Geometry | null): string {
  if (geometry === null) return 'the whole picture'
  const third = describeThird(findCenter(geometry))
  if (kind !== 'crop' || !('w' in geometry)) return third
  return `${third}, ${Math.round(geometry.w * 100)} % of the width and ${Math.round(geometry.h * 100)} % of the height`
}

function findCenter(geometry: Geometry): { x: number; y: number } {
  if ('w' in geometry) return { x: geometry.x + geometry.w / 2, y: geometry.y + geometry.h / 2 }
  if ('x' in geometry) return geometry
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { x: middle(geometry.points.map(([x]) => x)), y: middle(geometry.points.map(([, y]) => y)) }
}

function describeThird({ x, y }: { x: number; y: number }): string {
  const pick = (value: number, words: readonly [string, string, string]) =>
    words[value < 1 / 3 ? 0 : value > 2 / 3 ? 2 : 1]
  const [row, column] = [pick(y, ['upper', 'middle', 'lower']), pick(x, ['left', 'center', 'right'])]
  return row === 'middle' && column === 'center' ? 'center' : `${row} ${column} third`
}
