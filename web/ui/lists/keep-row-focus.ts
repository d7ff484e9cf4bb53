/** Keeps the keyboard focus in a list when an action on one of its rows takes the control away, or the row. */
import { findHeading, focusSoon, hasFocus } from '#web/ui/focus.ts'

/**
 * Runs the action of `control`. If its control is then gone or disabled, focuses the row, or the row below a removed one, or above the
 * last one, or the heading if no row is left. Ignores a rejection, which the mutation reports.
 */
export async function keepRowFocus(control: Element, act: () => Promise<unknown>): Promise<void> {
  const row = control.closest('tr, li')
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling]
  await act().catch(() => undefined)
  const { activeElement } = document
  // A focus elsewhere stays.
  if (hasFocus() && activeElement !== control && !row?.contains(activeElement)) return
  focusSoon(() => (isFocusLost() ? (rows.find(isShown) ?? findHeading()) : null))
}

/** React may not have changed the row yet. */
function isFocusLost(): boolean {
  return !hasFocus() || document.activeElement?.matches(':disabled') === true
}

function isShown(row: Element | null | undefined): row is HTMLElement {
  return row instanceof HTMLElement && row.isConnected
}
