/** Moves the keyboard focus where a change of the page would drop it. */

/** Milliseconds in which `focusSoon` waits for its element. */
const TIMEOUT_MS = 2000

/** Returns the first heading of the page. */
export function findHeading(): HTMLElement | null {
  return document.querySelector('main h1')
}

/**
 * Returns whether the user has the focus somewhere. A click beside all controls, or on a disabled one, leaves it to `main`, the target
 * of the skip link; a removed control leaves it to `body`.
 */
export function hasFocus(): boolean {
  const { activeElement } = document
  return activeElement !== null && !['body', 'main'].includes(activeElement.localName)
}

/** Focuses the first heading of the page, so that a screen reader announces it and Tab continues below it. */
export function focusHeading(): void {
  const heading = findHeading()
  if (heading) focusElement(heading)
}

/**
 * Focuses the element that `find` returns, after the next paint or as soon as it exists and can have the focus.
 * Gives up after two seconds, or when the user moves the focus elsewhere.
 */
export function focusSoon(find: () => HTMLElement | null): void {
  const previous = document.activeElement
  const deadline = performance.now() + TIMEOUT_MS
  const tryFocus = () => {
    if (document.activeElement !== previous && hasFocus()) return
    const element = find()
    if (element) focusElement(element)
    // A part that is hidden or disabled takes no focus yet.
    if (document.activeElement !== element && performance.now() < deadline) requestAnimationFrame(tryFocus)
  }
  requestAnimationFrame(() => setTimeout(tryFocus))
}

/** Focuses a button again that a change has moved, or the first one beside it where it is disabled now. */
export function focusEnabled(control: HTMLElement): void {
  focusSoon(() => {
    const buttons = [...(control.parentElement?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    return buttons.find((button) => button === control) ?? buttons[0] ?? control
  })
}

function focusElement(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
