import { Button } from './button.tsx'
import { toastError, toastSuccess } from './toasts.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, for the message where the browser refuses: `the codes`. */
  what: string
}

/** Copies a text. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toastSuccess('Copied.')
    } catch {
      toastError(`We couldn't copy ${what}. Select the text and copy it yourself.`)
    }
  }
  return (
    <Button look="outline" onClick={copy}>
      Copy
    </Button>
  )
}
