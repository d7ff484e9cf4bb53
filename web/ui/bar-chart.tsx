export interface Bar {
  id: string
  /** Below the bar: `Nov`. */
  name: string
  /** A second line below, where it is new: `2026`. */
  below?: string | undefined
  value: number
}

interface BarChartProps {
  /** What a screen reader says in place of the drawing. */
  label: string
  /** From left to right; the last one is still growing, and drawn as an outline. */
  bars: Bar[]
  /** A value in few characters, for the axis and above the bars that stand out. */
  words: (value: number) => string
}

const WIDTH = 400
const PLOT = { left: 44, right: WIDTH, top: 22, bottom: 168 }
const HEIGHT = 204

/** A few values side by side, as ink on paper. The numbers themselves belong in a table beside it. */
export function BarChart({ label, bars, words }: BarChartProps) {
  const top = roundAbove(Math.max(...bars.map(({ value }) => value)))
  const heightOf = (value: number) => (value / top) * (PLOT.bottom - PLOT.top)
  const step = (PLOT.right - PLOT.left) / bars.length
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="chart">
      {[0, top / 2, top].map((tick) => (
        <g key={tick} transform={`translate(0 ${PLOT.bottom - heightOf(tick)})`}>
          <line x1={PLOT.left} x2={PLOT.right} className="chart-line" />
          <text x={PLOT.left - 8} dy="0.32em" textAnchor="end">
            {words(tick)}
          </text>
        </g>
      ))}
      {bars.map(({ id, name, below, value }, index) => (
        <g key={id} transform={`translate(${PLOT.left + step * (index + 0.5)} ${PLOT.bottom})`}>
          <rect
            x={-step * 0.32}
            width={step * 0.64}
            y={-heightOf(value)}
            height={heightOf(value)}
            className={index === bars.length - 1 ? 'chart-bar-growing' : 'chart-bar'}
          />
          {standsOut(bars, index) && (
            <text y={-heightOf(value) - 7} textAnchor="middle" className="chart-value">
              {words(value)}
            </text>
          )}
          <text y="16" textAnchor="middle">
            {name}
          </text>
          {below && (
            <text y="30" textAnchor="middle">
              {below}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** The highest, the first one of them, and the last. */
function standsOut(bars: Bar[], index: number): boolean {
  const values = bars.map(({ value }) => value)
  return index === bars.length - 1 || index === values.indexOf(Math.max(...values))
}

/** The next of 2, 4, 6, 8, 10, 20, 40 …, whose half is a whole number too. */
function roundAbove(value: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))))
  return Math.max(2, Math.ceil(value / size / 2) * 2) * size
}
