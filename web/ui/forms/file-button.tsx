import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

interface FileButtonProps {
  label: string
  /** Media types, for the browser's dialog; without them files of any kind. */
  accept?: readonly string[]
  multiple?: boolean
  disabled?: boolean
  /** The chosen files are being sent: the button ignores clicks, but keeps the focus. */
  busy?: boolean
  onChoose: (files: File[]) => void
}

/** A button that lets the user choose files. */
export function FileButton({ label, accept, multiple = true, disabled = false, busy, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept?.join()}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // Lets the user choose the same file again.
          target.value = ''
        }}
      />
      <Button look="outline" disabled={disabled} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
