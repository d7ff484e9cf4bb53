/** The work of the main thread in each frame of a gesture, from the browser's trace. Source: the Trace Event Format of Chromium */
import type { CDPSession } from '@playwright/test'

interface TraceEvent {
  name: string
  ph: string
  /** Microseconds. */
  ts: number
  /** Of the processor in the thread: the work of other processes beside it does not count. */
  tdur?: number
  pid: number
  tid: number
  args: { name?: string; data?: { frames?: { processId: number }[] } }
}

const CATEGORIES = [
  'toplevel',
  'cc',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
]

/** Runs a gesture, and returns the milliseconds of the processor that the main thread took in each of its frames. */
export async function measureFrames(cdp: CDPSession, gesture: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect)
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()))
  const traceConfig = { includedCategories: CATEGORIES, excludedCategories: ['*'] }
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await gesture()
  await cdp.send('Tracing.end')
  await complete
  cdp.off('Tracing.dataCollected', collect)
  return sumByFrame(events)
}

function sumByFrame(events: TraceEvent[]): number[] {
  const frames = events.filter(({ name }) => name === 'BeginMainThreadFrame')
  const { pid, tid } = findBusiest(frames)
  const isMain = (event: TraceEvent) => event.pid === pid && event.tid === tid
  const begins = frames
    .filter(isMain)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const tasks = events.filter((event) => isMain(event) && event.name === 'RunTask' && event.ph === 'X')
  return begins.slice(0, -1).map((begin, at) => {
    const end = begins[at + 1] ?? begin
    const own = tasks.filter(({ ts }) => ts >= begin && ts < end)
    return own.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
  })
}

/** Returns the thread with the most frames: that of the page. */
function findBusiest(frames: TraceEvent[]): Pick<TraceEvent, 'pid' | 'tid'> {
  const byThread = Map.groupBy(frames, ({ pid, tid }) => `${pid} ${tid}`)
  const [busiest] = [...byThread.values()].sort((one, other) => other.length - one.length)
  if (!busiest?.[0]) throw new Error('The trace has no frames')
  return busiest[0]
}
