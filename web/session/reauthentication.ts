/** Asks the user to prove again who they are, for calls that require a recent sign-in. A dialog of the dashboard renders the question. */
import { createStore } from '#web/store.ts'

interface OpenQuestion {
  answer: (isConfirmed: boolean) => void
}

export const reauthenticationStore = createStore<OpenQuestion | null>(null)

let open: Promise<boolean> | null = null

/** Resolves with whether the user has proved it. Calls that ask at the same time share one question. */
export function requestReauthentication(): Promise<boolean> {
  open ??= new Promise<boolean>((answer) => reauthenticationStore.set({ answer })).finally(() => {
    open = null
    reauthenticationStore.set(null)
  })
  return open
}
