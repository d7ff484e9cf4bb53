import { memo } from 'react'
import type { Geometry, RemarkKind } from '#contract/remark-geometry.ts'

/** What is drawn of a remark. */
export interface Mark {
  id: string
  kind: RemarkKind
  geometry: Geometry | null
  number: number
}

interface MarksProps {
  marks: readonly Mark[]
  selected: string | null
}

/** The numbered marks over a picture. They have no size of their own, so that zooming changes none of them. */
export const Marks = memo(({ marks, selected }: MarksProps) => (
  <svg className="marks" aria-hidden="true">
    {marks.map((mark) => (
      <MarkShape key={mark.id} mark={mark} isSelected={mark.id === selected} />
    ))}
  </svg>
))

const percent = (fraction: number) => `${fraction * 100}%`

const MarkShape = memo(({ mark, isSelected }: { mark: Mark; isSelected: boolean }) => {
  const { id, kind, geometry, number } = mark
  if (geometry === null) return null
  return (
    <g data-remark={id} data-kind={kind} className={isSelected ? 'mark mark-selected' : 'mark'}>
      <Outline geometry={geometry} />
      <Badge {...findCorner(geometry)} number={number} />
    </g>
  )
})

/** Each line is drawn twice, dark below light, so that it holds on any picture. */
function Outline({ geometry }: { geometry: Geometry }) {
  if ('w' in geometry) {
    const box = {
      x: percent(geometry.x),
      y: percent(geometry.y),
      width: percent(geometry.w),
      height: percent(geometry.h),
    }
    return (
      <>
        <rect className="mark-under" {...box} />
        <rect className="mark-over" {...box} />
      </>
    )
  }
  if (!('points' in geometry)) return null
  const points = geometry.points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <svg width="100%" height="100%" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <polyline className="mark-under" points={points} vectorEffect="non-scaling-stroke" />
      <polyline className="mark-over" points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Returns where the number of a mark stands. */
function findCorner(geometry: Geometry): { x: number; y: number } {
  if ('x' in geometry) return geometry
  const [[x, y] = [0, 0]] = geometry.points
  return { x, y }
}

/** Its place is in percent, so that no mark needs an `svg` of its own. */
function Badge({ x, y, number }: { x: number; y: number; number: number }) {
  const [left, top] = [percent(x), percent(y)]
  return (
    <>
      <circle cx={left} cy={top} r="13" className="mark-badge" />
      <text x={left} y={top} className="mark-number" textAnchor="middle" dy="0.35em">
        {number}
      </text>
    </>
  )
}
