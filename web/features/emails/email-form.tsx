import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useRef } from 'react'
import type { EmailChange, EmailTemplate, EmailVariable, EmailWords } from '#contract/emails.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { ContentForm, EditField } from '#web/forms/edit-form.tsx'
import { writeText } from '#web/forms/edit-markdown.ts'
import { PreviewedMarkdown } from '#web/forms/markdown-editor.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import { useSchool } from '#web/school/school.ts'
import { About, Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Loading } from '#web/ui/states.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { discardUnsaved } from '#web/ui/unsaved.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { emailPreviewQuery, useEmailCalls } from './emails.query.ts'
import { insertVariable } from './insert-variable.ts'
import { PreviewedEmail, PreviewFrame } from './preview-frame.tsx'

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
  const { watch, register } = part.form
  const lastField = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const noteField = ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => {
    lastField.current = target
  }
  for (const name of ['subject', 'text'] as const) register(name, { onBlur: noteField })
  const insert = (variable: EmailVariable) => {
    const field = findField(lastField.current, variable)
    if (!field) return
    const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
    field.focus()
    writeText(field, insertVariable({ value: field.value, start, end }, variable))
  }
  const words = { subject: watch('subject'), text: watch('text') }
  return (
    <div className="source-words">
      <ContentForm
        label={`Words of ${email.name}`}
        {...frame}
        isWide
        actions={<TestButton id={email._id} words={words} />}
      >
        {email.problem && <p role="alert">We send our default words at the moment. {email.problem}</p>}
        <EditField {...part} field="subject" label="Subject" />
        <PreviewedMarkdown
          {...part}
          field="text"
          label="Text"
          rows={16}
          hint={<TextHint />}
          preview={
            <PreviewFrame>
              <EmailPreview id={email._id} {...words} />
            </PreviewFrame>
          }
        >
          <EmailVariables variables={email.variables} onInsert={insert} />
        </PreviewedMarkdown>
      </ContentForm>
      <EmailFoot email={base ?? email} onReset={onReset} />
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

/** The words of an e-mail in a form. */
function toDraft(email: EmailTemplate | null): EmailWords {
  const { subject = '', text = '' } = email ?? {}
  return { subject, text }
}

/** Returns the words that differ from the stored ones. */
async function findChanges(draft: EmailWords, stored: EmailTemplate | null): Promise<EmailChange> {
  const { subject, text } = draft
  return {
    ...(subject !== stored?.subject && { subject }),
    ...(text !== stored?.text && { text }),
  }
}

/** An e-mail with example values. The server renders it, as it will render the e-mail. */
function EmailPreview({ id, subject, text }: EmailWords & { id: string }) {
  const words = { subject: usePausedValue(subject.trim()), text: usePausedValue(text.trim()) }
  const { data, error } = useQuery(emailPreviewQuery(id, words))
  const school = useSchool()
  if (subject.trim() === '' || text.trim() === '') return <p className="text-soft">There are no words yet.</p>
  if (error)
    return (
      <p role="alert" className="wrap-anywhere text-error-ink">
        {error.message}
      </p>
    )
  if (!data) return <Loading what="the preview" />
  return <PreviewedEmail sender={school} {...data} />
}

interface EmailVariablesProps {
  variables: EmailVariable[]
  onInsert: (variable: EmailVariable) => void
}

const KINDS: Record<EmailVariable['kind'], string> = {
  text: '',
  link: 'A link: select its words first, or leave it on its own.',
  block: 'We write these lines. They need empty lines around them.',
}

/** The variables of an e-mail. Each button inserts one at the cursor. */
function EmailVariables({ variables, onInsert }: EmailVariablesProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="field-label">
        Variables
      </h2>
      <ul className="text-variables">
        {variables.map((variable) => (
          <li key={variable.name}>
            <button
              type="button"
              title={describeVariable(variable)}
              aria-describedby={`${id}-${variable.name}`}
              onClick={() => onInsert(variable)}
            >
              <code>{`{{${variable.name}}}`}</code>
              <About>insert</About>
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-soft">We replace them in each e-mail. Choose one to insert it at the cursor.</p>
      <details className="disclosure mt-1">
        <summary className="text-sm">What they stand for</summary>
        <dl className="email-meanings">
          {variables.map((variable) => (
            <Fragment key={variable.name}>
              <dt>
                <code>{`{{${variable.name}}}`}</code>
              </dt>
              <dd id={`${id}-${variable.name}`}>{describeVariable(variable)}</dd>
            </Fragment>
          ))}
        </dl>
      </details>
    </section>
  )
}

function describeVariable({ meaning, kind, required }: EmailVariable): string {
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
  const rule = required && `The ${required} must contain it.`
  return joinParts([sentence, KINDS[kind], rule], ' ')
}

/** Sends the words as they are in the form, saved or not, to the admin. */
function TestButton({ id, words }: { id: string; words: EmailWords }) {
  const { test } = useEmailCalls(id)
  const { isBusy, run } = useBusy()
  const send = async () => toastSuccess(`A test is on its way to ${await test(words)}.`)
  return (
    <Button look="outline" busy={isBusy} onClick={() => run(send)}>
      Send a test to me
    </Button>
  )
}

interface EmailFootProps {
  /** As it is stored. */
  email: EmailTemplate
  onReset: () => void
}

/** Explains the test, and goes back to the default words. */
function EmailFoot({ email, onReset }: EmailFootProps) {
  const { reset } = useEmailCalls(email._id)
  const { isBusy, run } = useBusy()
  const askAndReset = async () => {
    if (!(await confirm(toQuestion(email)))) return
    await reset(email.version)
    discardUnsaved()
    toastSuccess('The default words apply again.')
    onReset()
  }
  return (
    <>
      <div className="form-foot">
        <p>The test has example values, and the words above, saved or not.</p>
        {email.state !== 'default' && (
          <Button look="ghost" className="text-error-ink" busy={isBusy} onClick={() => run(askAndReset)}>
            Reset to default
          </Button>
        )}
      </div>
      {email.state !== 'default' && <DefaultWords email={email} />}
    </>
  )
}

function toQuestion({ name }: EmailTemplate) {
  return {
    title: 'Reset to default?',
    text: 'Your words of this e-mail are deleted, also those that you have not saved. The next one has our default words.',
    detail: name,
    action: 'Reset to default',
  }
}

function DefaultWords({ email: { default_subject, default_text } }: { email: EmailTemplate }) {
  return (
    <details className="disclosure mt-2">
      <summary>Default words</summary>
      <p className="wrap-anywhere pt-3 font-medium">{default_subject}</p>
      <p className="wrap-anywhere whitespace-pre-line pt-3 text-soft">{default_text}</p>
    </details>
  )
}
