/** Whether something on the page was typed and not saved, outside React: whoever leads away asks here first. */
import { confirm, currentQuestion, type Question } from './confirm.ts'

const QUESTION: Question = {
  title: 'Leave without saving?',
  text: 'What you have changed on this page is not saved.',
  action: 'Yes, leave',
  decline: 'Stay here',
}

let unsaved = false

export const isUnsaved = (): boolean => unsaved

export function markUnsaved(next: boolean): void {
  unsaved = next
}

/** Resolves with whether the page may be left: nothing would be lost, or the reader agrees. */
export async function mayLeave(): Promise<boolean> {
  if (unsaved && !(await confirm(QUESTION))) return false
  unsaved = false
  return true
}

/** Takes the question back, where the page has gone meanwhile. */
export function stopAsking(): void {
  const asked = currentQuestion()
  if (asked?.title === QUESTION.title) asked.answer(false)
}
