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
      {marks.map((mark) =>
        mark.geometry !== null && 'points' in mark.geometry ? (
          <LineMark key={mark.id} mark={mark} isSelected={mark.id === selected} />
        ) : null,
      )}
    </svg>
    {marks.map((mark) => (
      <NumberedMark key={mark.id} mark={mark} isSelected={mark.id === selected} />
    ))}
    {clusters.map((cluster) => (
      <ClusterBadge key={cluster.first} cluster={cluster} />
    ))}
  </svg>
))

const NONE: readonly Cluster[] = []

const percent = (fraction: number) => `${fraction * 100}%`

interface MarkProps {
  mark: Mark
  isSelected: boolean
}

/** Each line is drawn twice, dark below light, so that it holds on any picture. */
const LineMark = memo(({ mark, isSelected }: MarkProps) => {
  const { geometry } = mark
  if (geometry === null || !('points' in geometry)) return null
  const points = geometry.points.map(([x, y]) => `${x},${y}`).join(' ')
  return (
    <MarkGroup mark={mark} isSelected={isSelected}>
      <polyline className="mark-under" points={points} vectorEffect="non-scaling-stroke" />
      <polyline className="mark-over" points={points} vectorEffect="non-scaling-stroke" />
    </MarkGroup>
  )
})

const NumberedMark = memo(({ mark, isSelected }: MarkProps) => {
  const { geometry, number } = mark
  if (geometry === null) return null
  return (
    <MarkGroup mark={mark} isSelected={isSelected}>
      {'w' in geometry && <Box {...geometry} />}
      <Badge {...findCorner(geometry)} number={number} />
    </MarkGroup>
  )
})

function MarkGroup({ mark: { id, kind }, isSelected, children }: MarkProps & { children: ReactNode }) {
  return (
    <g data-remark={id} data-kind={kind} className={isSelected ? 'mark mark-selected' : 'mark'}>
      {children}
    </g>
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
const ClusterBadge = memo(({ cluster: { x, y, first, count } }: { cluster: Cluster }) => {
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
})
