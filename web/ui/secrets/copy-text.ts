import { toastError, toastSuccess } from '../toasts.ts'

/** Copies a text to the clipboard, and reports the result in a toast. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess('Copied.')
  } catch {
    toastError("We couldn't copy it. Select and copy it yourself.")
  }
}
