export interface Bar {
  id: string
  /** Below the bar: `Nov`. */
  name: string
  /** A second line below, where it changes: `2026`. */
  below?: string | undefined
  value: number
}

interface BarChartProps {
  /** The text for screen readers. */
  label: string
  /** From left to right. The last one is in progress, and drawn as an outline. */
  bars: Bar[]
  /** Returns a short text for the axis. */
  formatTick: (value: number) => string
  /** Returns the text above a bar. */
  formatValue: (value: number) => string
}

/** Pixels from the top of the drawing, whose height is in the style sheet. */
const PLOT = { top: 8, bottom: 168 }

/** Pixels of the width of a plot on a phone. */
const LEAST_WIDTH = 300

/** Percent of the width of the plot. */
const MAX_BAR_WIDTH = 10

/** A bar chart, as wide as there is room. The exact numbers belong in a table beside it. */
export function BarChart({ label, bars, formatTick, formatValue }: BarChartProps) {
  const plotHeight = PLOT.bottom - PLOT.top
  const top = roundAbove((Math.max(...bars.map(({ value }) => value)) * plotHeight) / (plotHeight - LABEL_HEIGHT))
  const toHeight = (value: number) => (value / top) * plotHeight
  const ticks = [0, top / 2, top]
  const step = 100 / bars.length
  const barWidth = Math.min(step * 0.64, MAX_BAR_WIDTH)
  const longest = Math.max(...bars.map(({ value }) => formatValue(value).length))
  const hasRoom = longest * CHARACTER_WIDTH <= LEAST_WIDTH / bars.length
  return (
    <svg role="img" aria-label={label} className="chart">
      {ticks.map((tick) => (
        <Line key={tick} height={toHeight(tick)} label={formatTick(tick)} />
      ))}
      {bars.map(({ id, name, below, value }, index) => (
        <svg key={id} x={`${step * (index + 0.5)}%`} y={PLOT.bottom} overflow="visible" aria-hidden="true">
          <rect
            x={`${-barWidth / 2}%`}
            width={`${barWidth}%`}
            y={-toHeight(value)}
            height={toHeight(value)}
            className={index === bars.length - 1 ? 'chart-bar-growing' : 'chart-bar'}
          />
          {hasLabel(bars, index, hasRoom) && (
            <text
              y={-7 - findLabelHeight(toHeight(value), ticks.map(toHeight))}
              textAnchor="middle"
              className="chart-value"
            >
              {formatValue(value)}
            </text>
          )}
          <Names name={name} below={below} />
        </svg>
      ))}
    </svg>
  )
}

/** A line of the grid, with its value before it. */
function Line({ height, label }: { height: number; label: string }) {
  return (
    <g transform={`translate(0 ${PLOT.bottom - height})`}>
      <line x2="100%" className="chart-line" />
      <text x={-8} dy="0.32em" textAnchor="end">
        {label}
      </text>
    </g>
  )
}

function Names({ name, below }: Pick<Bar, 'name' | 'below'>) {
  return (
    <>
      <text dy="1.25em" textAnchor="middle">
        {name}
      </text>
      {below && (
        <text dy="2.35em" textAnchor="middle">
          {below}
        </text>
      )}
    </>
  )
}

/** The height of a label with the space around it. */
const LABEL_HEIGHT = 24

/** Returns the height that a label stands on: that of its bar, or of the line above, which would strike it through. */
export function findLabelHeight(height: number, lines: number[]): number {
  return lines.find((line) => line > height && line < height + LABEL_HEIGHT) ?? height
}

/** Bars between two labels at least, so that they do not collide. */
const LABEL_DISTANCE = 2

/** Pixels of a wide character of a label. */
const CHARACTER_WIDTH = 7

/**
 * Returns whether a bar has its value above it: all where there is room, also those of nothing, else the first of the highest ones, and
 * the last one where both do not collide.
 */
export function hasLabel(bars: Pick<Bar, 'value'>[], index: number, hasRoom: boolean): boolean {
  if (hasRoom) return true
  const values = bars.map(({ value }) => value)
  const highest = values.indexOf(Math.max(...values))
  return index === highest || (index === bars.length - 1 && index - highest >= LABEL_DISTANCE)
}

const TOPS = [1.2, 1.6, 2, 2.4, 3, 4, 6, 8, 10]

/** Returns the next of 2, 4, 6, 8, 10, 12, 16, 20, 24, 30, 40 …, half of which is a whole number too. */
export function roundAbove(value: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))))
  return (TOPS.find((top) => top * size >= value && Number.isInteger((top * size) / 2)) ?? 10) * size
}
