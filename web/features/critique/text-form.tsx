import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MAX_REMARK_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'

interface TextFormProps {
  label: string
  initial?: string
  /** The label of the button. */
  action: string
  isRequired: boolean
  maxLength?: number
  onSave: (text: string) => Promise<unknown>
  onCancel: () => void
}

/** A text that is written in its place: of a remark, or an answer to one. Ctrl and Enter save it. */
export function TextForm({
  label,
  initial = '',
  action,
  isRequired,
  maxLength = MAX_REMARK_LENGTH,
  onSave,
  onCancel,
}: TextFormProps) {
  const [text, setText] = useState(initial)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy()
  const save = () => {
    if (isRequired && text.trim() === '') setError('Text is required')
    else void run(async () => void (await onSave(text)))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const field = { label, error, value: text, rows: 4, maxLength }
  return (
    <form ref={useFocusOfText()} className="grid gap-2" onSubmit={submit}>
      <TextArea
        {...field}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
      />
      <Buttons action={action} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function Buttons({ action, isBusy, onCancel }: Pick<TextFormProps, 'action' | 'onCancel'> & { isBusy: boolean }) {
  return (
    <div className="flex gap-2">
      <Button type="submit" className="btn-sm" busy={isBusy}>
        {action}
      </Button>
      <Button look="ghost" className="btn-sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Returns the ref of a form whose text has the focus when it opens. */
function useFocusOfText() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  return form
}
