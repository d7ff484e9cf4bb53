/** True if the page has unsaved changes. Code that navigates away asks `mayLeave` first, and discards them when it leaves. */
import { type Confirmation, confirm, confirmationStore } from './confirm.ts'

const QUESTION: Confirmation = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved.',
  action: 'Yes, leave',
  decline: 'Stay here',
}

/** Discards the changes; null where there are none. */
let discard: (() => void) | null = null

export const isUnsaved = (): boolean => discard !== null

/** Marks the page. @param onDiscard null where it has no unsaved changes */
export function markUnsaved(onDiscard: (() => void) | null): void {
  discard = onDiscard
}

/** Discards the changes, which are saved, or which the user leaves. */
export function discardUnsaved(): void {
  discard?.()
  discard = null
}

/** Resolves with whether the page may be left: it has no unsaved changes, or the user confirms. */
export async function mayLeave(question = QUESTION): Promise<boolean> {
  return !isUnsaved() || confirm(question)
}

/** Withdraws the open question, for a page that is already left. */
export function stopAsking(): void {
  const question = confirmationStore.get()
  if (question?.title === QUESTION.title) question.answer(false)
}
