import { useRef } from 'react'
import type { EmailTemplate, EmailVariable, EmailWords } from '#contract/emails.ts'
import { ContentField } from '#web/features/home/editor/content-field.tsx'
import { ContentFrame } from '#web/features/home/editor/content-frame.tsx'
import { type RulesContext, useContentForm } from '#web/features/home/editor/use-content-form.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { EmailActions } from './email-actions.tsx'
import { findChanges, toDraft } from './email-draft.ts'
import { EmailPreview } from './email-preview.tsx'
import { EmailVariables } from './email-variables.tsx'
import { useEmailCalls } from './emails.query.ts'
import { insertVariable } from './insert-variable.ts'
import { PreviewFrame } from './preview-frame.tsx'

const rules = lazyResolver<EmailWords, RulesContext>(() => import('./email.rules.ts'))

interface EmailFormProps {
  email: EmailTemplate
  /** Called when the default words are stored again. */
  onReset: () => void
}

/** Changes the words of an e-mail. */
export function EmailForm({ email, onReset }: EmailFormProps) {
  const calls = useEmailCalls(email._id)
  const { frame, base, part } = useContentForm({
    noun: 'words of',
    stored: email,
    calls,
    rules,
    toDraft,
    findChanges,
    onDone: () => {},
    staysOpen: true,
  })
  const { watch, setValue, register } = part.form
  const lastField = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const noteField = ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
    lastField.current = target
  }
  for (const name of ['subject', 'text'] as const) register(name, { onBlur: noteField })
  const insert = (variable: EmailVariable) => {
    const field = findField(lastField.current, variable)
    if (!field) return
    const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
    const { value, cursor } = insertVariable({ value: field.value, start, end }, variable)
    setValue(field.name as keyof EmailWords, value, { shouldDirty: true })
    field.focus()
    field.setSelectionRange(cursor, cursor)
  }
  const words = { subject: watch('subject'), text: watch('text') }
  return (
    <div className="email-words">
      <ContentFrame label={`Words of ${email.name}`} {...frame} onCancel={undefined}>
        {email.problem && <p role="alert">We send our default words at the moment. {email.problem}</p>}
        <ContentField {...part} field="subject" label="Subject" />
        <ContentField {...part} field="text" label="Text" rows={16} hint={<TextHint />} />
        <EmailVariables variables={email.variables} onInsert={insert} />
        <PreviewFrame>
          <EmailPreview id={email._id} {...words} />
        </PreviewFrame>
      </ContentFrame>
      <EmailActions email={base ?? email} words={words} onReset={onReset} />
    </div>
  )
}

/** Returns the field that had the focus last. Links and blocks belong into the text. */
function findField(last: HTMLInputElement | HTMLTextAreaElement | null, { kind }: EmailVariable) {
  if (last?.isConnected && (last.name === 'text' || kind === 'text')) return last
  const area = document.querySelector('textarea[name="text"]')
  return area instanceof HTMLTextAreaElement ? area : null
}

function TextHint() {
  return (
    <>
      Markdown: <code># Section</code>, <code>**bold**</code>, <code>- list</code>,{' '}
      <code>[link](https://example.org)</code>. We add the name and address of the school.
    </>
  )
}
