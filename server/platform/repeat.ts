/** Runs work at an interval, one run at a time. */

/**
 * Runs work now and at an interval. A run that takes longer than the interval is not joined by another. Returns a function that stops
 * it and waits for the current run, which `signal` tells to end.
 */
export function repeat(milliseconds: number, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stop = new AbortController()
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work(stop.signal).finally(() => {
      running = undefined
    })
  }
  run()
  const timer = setInterval(run, milliseconds)
  return async () => {
    clearInterval(timer)
    stop.abort()
    await running
  }
}
