import { useEffect, useState } from 'react'

/** A pause in typing, in milliseconds. */
const TYPING_PAUSE = 400

/** Returns the value as it was at the last pause of its changes. */
export function usePausedValue<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
