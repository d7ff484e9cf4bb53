import { type ReactNode, useEffect, useRef } from 'react'

interface IntoSightProps {
  /** Whenever this is something else, and something at all. */
  of: string | undefined
  children: ReactNode
}

/** Scrolls to what it holds: a form on a phone is longer than the screen, and speaks above its fields. */
export function IntoSight({ of, children }: IntoSightProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (of) place.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  return <div ref={place}>{children}</div>
}
