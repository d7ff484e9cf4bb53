/** Whether the page has unsaved changes. Code that navigates away asks `mayLeave` first, and marks the page when it leaves. */
import { type Confirmation, confirm, confirmationStore } from './confirm.ts'

const QUESTION: Confirmation = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved.',
  action: 'Yes, leave',
  decline: 'Stay here',
}

let unsaved = false

export const isUnsaved = (): boolean => unsaved

export function markUnsaved(next: boolean): void {
  unsaved = next
}

/** Resolves with whether the page may be left: it has no unsaved changes, or the user confirms. */
export async function mayLeave(): Promise<boolean> {
  return !unsaved || confirm(QUESTION)
}

/** Withdraws the open question, for a page that is already left. */
export function stopAsking(): void {
  const question = confirmationStore.get()
  if (question?.title === QUESTION.title) question.answer(false)
}
