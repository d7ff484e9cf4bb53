import { memo, type ReactNode } from 'react'
import { type Cluster, findCorner, type Mark } from './arrange.ts'

interface MarksProps {
  marks: readonly Mark[]
  clusters?: readonly Cluster[]
  selected: string | null
}

/**
 * The numbered marks over a picture. They have no size of their own, so that zooming changes none of them. Lines are in fractions, which
 * only an inner `svg` takes: one for all of them, since the browser updates each one as often as the picture moves.
 */
export const Marks = memo(({ marks, clusters = NONE, selected }: MarksProps) => (
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
    {clusters.map((cluster) => (
      <ClusterBadge key={cluster.first} {...cluster} />
    ))}
  </svg>
))

const NONE: readonly Cluster[] = []

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

/**
 * Says how many marks are here. A click selects the first, and zooms in. It has no transform, since the browser goes through each of these
 * in every frame of panning.
 */
function ClusterBadge({ x, y, first, count }: Cluster) {
  const [left, top] = [percent(x), percent(y)]
  return (
    <g data-remark={first} data-cluster={count} className="mark">
      <title>{`${count} remarks here`}</title>
      <circle cx={left} cy={top} r="17" className="mark-cluster" />
      <text x={left} y={top} className="mark-number" textAnchor="middle" dy="0.35em">
        {`×${count}`}
      </text>
    </g>
  )
}
