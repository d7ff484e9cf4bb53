import { useState } from 'react'
import { toastError } from '#web/ui/toasts.ts'

/** Returns `run`, which does some work and shows its error, and whether it runs: the button is busy then, and ignores a second click. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await work()
      .catch((error: Error) => toastError(error.message))
      .finally(() => setBusy(false))
  }
  return { isBusy, run }
}
