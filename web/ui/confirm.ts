/** Asking the reader before something happens. `ConfirmDialog` shows the question. */

export interface Question {
  title: string
  text: string
  /** The label of the button that says yes. */
  action: string
  /** The label of the other button, where `Cancel` could be misread. */
  decline?: string
}

interface Asked extends Question {
  answer: (yes: boolean) => void
}

/** What every deletion asks first. */
export const DELETE_QUESTION: Question = {
  title: 'Are you sure?',
  text: "You won't be able to revert this!",
  action: 'Yes, delete it!',
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

export const currentQuestion = (): Asked | null => asked

export function subscribeQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves with whether the reader agreed. A question that is still open is taken as a no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    ask({
      ...question,
      answer: (yes) => {
        ask(null)
        resolve(yes)
      },
    })
  })
}

function ask(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}
