import { useEffect, useRef, useState } from 'react'
import type { RemarkKind } from '#contract/remark-geometry.ts'
import { MAX_REMARK_LENGTH } from '#contract/values/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { KIND_LABELS } from './describe-place.ts'

interface RemarkFormProps {
  kind: RemarkKind
  initial?: string
  onSave: (text: string) => Promise<unknown>
  onCancel: () => void
}

/** The text of a remark. A pin and a note say something; the other kinds may speak for themselves. */
export function RemarkForm({ kind, initial = '', onSave, onCancel }: RemarkFormProps) {
  const [text, setText] = useState(initial)
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('textarea')?.focus(), [])
  const save = () => {
    if (text.trim() === '' && (kind === 'pin' || kind === 'note')) setError('Text is required')
    else void run(async () => void (await onSave(text)))
  }
  return (
    <form
      ref={form}
      className="grid gap-2"
      aria-label={KIND_LABELS[kind]}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextArea
        label="Text of the remark"
        rows={4}
        maxLength={MAX_REMARK_LENGTH}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
      />
      <div className="flex gap-2">
        <Button type="submit" className="btn-sm" busy={isBusy}>
          Save draft
        </Button>
        <Button look="ghost" className="btn-sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
