/** Keeps the keyboard focus in a table when one of its rows is deleted. */
import { focusHeading, focusSoon } from '#web/ui/focus.ts'

/**
 * Runs the deletion of the row that holds `control`. Afterwards focuses the row below, or above the last one, or the heading if
 * no row is left. Ignores a rejection, which the mutation reports.
 */
export async function deleteRow(control: Element, runDeletion: () => Promise<unknown>): Promise<void> {
  const row = control.closest('tr')
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  try {
    await runDeletion()
  } catch {
    return
  }
  // React may not have removed the row yet. A focus elsewhere stays.
  const active = document.activeElement
  if (active !== document.body && !row?.contains(active)) return
  if (neighbor instanceof HTMLElement && neighbor.isConnected) focusSoon(() => neighbor)
  else focusHeading()
}
