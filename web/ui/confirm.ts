/** Asks the user for confirmation before an action. `ConfirmDialog` renders the question. */
import { createStore } from '#web/store.ts'

export interface Confirmation {
  title: string
  text: string
  /** A line below the text: what is affected, and the consequence. */
  detail?: string
  /** The label of the button that confirms. */
  action: string
  /** The label of the other button, where `Cancel` could be misread. */
  decline?: string
}

interface OpenConfirmation extends Confirmation {
  answer: (isConfirmed: boolean) => void
}

/** The specification's question before every deletion. */
export const DELETE_CONFIRMATION: Confirmation = {
  title: 'Are you sure?',
  text: "You won't be able to revert this!",
  action: 'Yes, delete it!',
}

/** The open question, or null. */
export const confirmationStore = createStore<OpenConfirmation | null>(null)

/** Resolves with whether the user confirms. Declines a question that is still open. */
export function confirm(question: Confirmation): Promise<boolean> {
  confirmationStore.get()?.answer(false)
  return new Promise((resolve) => {
    confirmationStore.set({
      ...question,
      answer: (isConfirmed) => {
        confirmationStore.set(null)
        resolve(isConfirmed)
      },
    })
  })
}
