import { useEffect, useRef } from 'react'

const TYPED = 'input:not([type="range"]), textarea, select, [contenteditable], dialog'

/** Listens to single keys of the page, unless something is typed. */
export function useKeys(keys: Record<string, (() => void) | undefined>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyped = event.target instanceof Element && event.target.closest(TYPED) !== null
      if (isTyped || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const run = latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
