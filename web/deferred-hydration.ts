/**
 * Before a part of the page is hydrated, React reacts to a key in one of its fields by hydrating the whole part at once: for a quarter
 * of a second on a slow phone, in the middle of a word. Fields work without React, and forms read their values on hydration, so
 * events in fields are hidden from React until then.
 */
import { useLayoutEffect } from 'react'

/** The parts of the page that hydrate separately, by their elements. */
export type Part = 'main' | 'footer'

const FIELD_EVENTS = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'textInput', 'input', 'change', 'paste', 'cut'],
  ...['compositionstart', 'compositionupdate', 'compositionend'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'touchstart', 'touchend'],
]

const hydratedParts = new Set<string>()

/** Must be called before React starts. */
export function deferHydration(): void {
  for (const type of FIELD_EVENTS) window.addEventListener(type, hideFromReact, { capture: true, passive: true })
}

/** Marks the part as hydrated, in the same step in which its forms read their fields. */
export function useMarkHydrated(part: Part): void {
  useLayoutEffect(() => void hydratedParts.add(part), [part])
}

function hideFromReact(event: Event): void {
  if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return
  const part = event.target.closest('main, footer')
  if (part && !hydratedParts.has(part.localName)) event.stopImmediatePropagation()
}
