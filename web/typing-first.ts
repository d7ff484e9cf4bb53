/**
 * Before a part of the page has come alive, React answers a key in one of its fields by hydrating that part at once: for a
 * quarter of a second on a slow phone, in the middle of a word. A field needs nothing of React to be typed into, and a form
 * reads what stands in its fields when it comes alive. So until then, what happens in a field is kept from React.
 */
import { useLayoutEffect } from 'react'

/** The parts of the page that come alive one by one, by their elements. */
export type Part = 'main' | 'footer'

const IN_A_FIELD = [
  ...['keydown', 'keypress', 'keyup', 'beforeinput', 'textInput', 'input', 'change', 'paste', 'cut'],
  ...['compositionstart', 'compositionupdate', 'compositionend'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'touchstart', 'touchend'],
]

const alive = new Set<string>()

/** To be called before React is. */
export function typingFirst(): void {
  for (const type of IN_A_FIELD) window.addEventListener(type, keepFromReact, { capture: true, passive: true })
}

/** Says, from inside a part, that it has come alive: in the same step in which its forms read their fields. */
export function useAlive(part: Part): void {
  useLayoutEffect(() => void alive.add(part), [part])
}

function keepFromReact(event: Event): void {
  if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return
  const part = event.target.closest('main, footer')
  if (part && !alive.has(part.localName)) event.stopImmediatePropagation()
}
