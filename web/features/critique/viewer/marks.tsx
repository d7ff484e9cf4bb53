import { memo, type ReactNode } from 'react'
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

/**
 * The numbered marks over a picture. They have no size of their own, so that zooming changes none of them. Lines are in fractions, which
 * only an inner `svg` takes: one for all of them, since the browser updates each one as often as the picture moves.
 */
export const Marks = memo(({ marks, selected }: MarksProps) => (
  <svg className="marks" aria-hidden="true">
    <svg width="100%" height="100%" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {marks.map(({ id, kind, geometry }) =>
        geometry !== null && 'points' in geometry ? (
          <Group key={id} {...{ id, kind }} isSelected={id === selected}>
            <Line points={geometry.points} />
          </Group>
        ) : null,
      )}
    </svg>
    {marks.map(({ id, kind, geometry, number }) =>
      geometry === null ? null : (
        <Group key={id} {...{ id, kind }} isSelected={id === selected}>
          {'w' in geometry && <Box {...geometry} />}
          <Badge {...findCorner(geometry)} number={number} />
        </Group>
      ),
    )}
  </svg>
))

const percent = (fraction: number) => `${fraction * 100}%`

interface GroupProps extends Pick<Mark, 'id' | 'kind'> {
  isSelected: boolean
  children: ReactNode
}

function Group({ id, kind, isSelected, children }: GroupProps) {
  return (
    <g data-remark={id} data-kind={kind} className={isSelected ? 'mark mark-selected' : 'mark'}>
      {children}
    </g>
  )
}

/** Each line is drawn twice, dark below light, so that it holds on any picture. */
function Line({ points }: { points: readonly (readonly [number, number])[] }) {
  const text = points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <>
      <polyline className="mark-under" points={text} vectorEffect="non-scaling-stroke" />
      <polyline className="mark-over" points={text} vectorEffect="non-scaling-stroke" />
    </>
  )
}

function Box({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  const box = { x: percent(x), y: percent(y), width: percent(w), height: percent(h) }
  return (
    <>
      <rect className="mark-under" {...box} />
      <rect className="mark-over" {...box} />
    </>
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
