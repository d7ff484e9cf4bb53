import { useEffect, useState } from 'react'

/** A pause in typing, in milliseconds. */
const TYPING_PAUSE = 400

/** Returns the value as it was at the last pause of its changes, which last `pause` milliseconds. */
export function usePausedValue<T>(value: T, pause = TYPING_PAUSE): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return paused
}
