import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MAX_REMARK_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { loadTyped, storeTyped } from './typed-text.ts'

interface TextFormProps {
  /** The name under which the text is stored until it is canceled, or saved by a call. */
  name: string
  label: string
  /** The stored text, which may change while the form is open. */
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
  name,
  label,
  initial = '',
  action,
  isRequired,
  maxLength = MAX_REMARK_LENGTH,
  onSave,
  onCancel,
}: TextFormProps) {
  const { text, change, forget, note } = useTyped(name, initial)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy()
  const save = () => {
    if (isBusy) return
    if (isRequired && text.trim() === '') setError('Text is required')
    else void run(() => onSave(text))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  const cancel = () => {
    forget()
    onCancel()
  }
  const field = { label, error, value: text, rows: 4, maxLength, readOnly: isBusy }
  return (
    <form ref={useFocusOfText()} className="grid gap-2" onSubmit={submit}>
      {note}
      <TextArea
        {...field}
        onChange={({ target }) => change(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
      />
      <Buttons action={action} isBusy={isBusy} onCancel={cancel} />
    </form>
  )
}

/** A text and what stores it, with a note where it was restored, or where the stored text is another by now. */
function useTyped(name: string, initial: string) {
  const [restored] = useState(() => loadTyped(name))
  const [text, setText] = useState(restored?.text ?? initial)
  const [first] = useState(restored?.first ?? initial)
  const change = (typed: string) => {
    setText(typed)
    storeTyped(name, typed === first ? null : { text: typed, first })
  }
  const forget = () => storeTyped(name, null)
  const note = initial !== first ? <Changed text={initial} /> : restored && <p role="status">{KEPT}</p>
  return { text, change, forget, note }
}

const KEPT = "We've kept what you typed."

/** The text that someone else, or the same user in another tab, has saved in the meantime. */
function Changed({ text }: { text: string }) {
  return (
    <div role="status" className="hint grid gap-1">
      <p>This was changed while you were typing. {text ? 'It now reads:' : 'It has no text now.'}</p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </div>
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
