import { type ReactNode, useEffect, useRef } from 'react'

interface ScrollIntoViewProps {
  /** The message of the children. Each new one is scrolled to. */
  message: string | undefined
  children: ReactNode
}

/** Scrolls to its children: on a phone, a form is longer than the screen, and its message is above the fields. */
export function ScrollIntoView({ message, children }: ScrollIntoViewProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) container.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <div ref={container} className="empty:hidden">
      {children}
    </div>
  )
}
