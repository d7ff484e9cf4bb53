import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Audience, Mailing, MailingClass } from '#contract/mailings.ts'
import { formatCount } from '#contract/values/count.ts'
import { PreviewedEmail, PreviewFrame } from '#web/features/emails/preview-frame.tsx'
import { TextPictures, useDroppedPictures } from '#web/features/images/text-pictures.tsx'
import { ContentForm, EditField } from '#web/forms/edit-form.tsx'
import { FieldConflict } from '#web/forms/field-conflict.tsx'
import { PreviewedMarkdown } from '#web/forms/markdown-editor.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Loading } from '#web/ui/states.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { describeRecipients } from './describe-mailing.ts'
import { findChanges, type MailingDraft, toDraft } from './mailing-draft.ts'
import { mailingClassesQuery, mailingPreviewQuery, useMailingCalls } from './mailings.query.ts'

const rules = lazyResolver<MailingDraft, RulesContext>(() => import('./mailing.rules.ts'))

const SENDING = 'It goes out at once, as one e-mail to each recipient.'

/** Writes a draft. A new one has its own page once it is saved. */
export function MailingForm({ mailing }: { mailing: Mailing | null }) {
  const navigate = useNavigate()
  const added = useRef<string | null>(null)
  const calls = useMailingCalls(mailing?._id ?? null, (id) => {
    added.current = id
  })
  const onDone = () => void (added.current && navigate(`/dashboard/newsletter/${added.current}`, { replace: true }))
  const { frame, base, part } = useContentForm({
    noun: 'message',
    stored: mailing,
    calls,
    rules,
    toDraft,
    items: { classes: [''] },
    findChanges,
    onDone,
    staysOpen: true,
  })
  const isSaved = !part.form.formState.isDirty
  const actions = base ? (
    <SendActions mailing={base} isSaved={isSaved} />
  ) : (
    <p className="text-sm text-soft">Save stores a draft. Then you can test it, and send it. {SENDING}</p>
  )
  return (
    <>
      <ContentForm
        label={mailing ? 'Edit the message' : 'New message'}
        {...frame}
        isWide
        look={base && isSaved ? 'outline' : 'primary'}
        actions={actions}
      >
        <div className="form-pair">
          <AudienceFields part={part} />
          <EditField {...part} field="subject" label="Subject" />
          {part.form.watch('audience') === 'subscribers' && (
            <CheckBox {...part.form.register('in_archive')}>Publish on our site when it is sent</CheckBox>
          )}
        </div>
        <TextField part={part} />
      </ContentForm>
      {base && <MailingFoot mailing={base} isSaved={isSaved} />}
    </>
  )
}

function TextField({ part }: { part: PartProps<MailingDraft> }) {
  const { onPictures, note } = useDroppedPictures()
  const [subject, text, audience] = part.form.watch(['subject', 'text', 'audience'])
  return (
    <PreviewedMarkdown
      {...part}
      field="text"
      label="Text"
      rows={18}
      hint={<TextHint />}
      onPictures={onPictures}
      preview={<MailingPreview subject={subject} text={text} audience={audience} />}
    >
      {note}
      <TextPictures />
    </PreviewedMarkdown>
  )
}

function TextHint() {
  return (
    <>
      Markdown: <code># Section</code>, <code>**bold**</code>, <code>- list</code>,{' '}
      <code>[link](https://example.org)</code>. We add your address, and to newsletters a link to unsubscribe.
    </>
  )
}

interface MailingPreviewProps {
  subject: string
  text: string
  audience: Audience
}

/** The message as it looks on a phone and on a desktop. The server renders it, as it will render the e-mail. */
function MailingPreview(props: MailingPreviewProps) {
  return (
    <PreviewFrame>
      <Preview {...props} />
    </PreviewFrame>
  )
}

function Preview({ subject, text, audience }: MailingPreviewProps) {
  const { data, error } = useQuery(mailingPreviewQuery(usePausedValue(text.trim())))
  const school = useSchool()
  const isEmpty = text.trim() === ''
  if (!isEmpty && error)
    return (
      <p role="alert" className="text-error-ink">
        {error.message}
      </p>
    )
  if (!isEmpty && !data) return <Loading what="the preview" />
  return (
    <PreviewedEmail sender={school} subject={subject || 'No subject yet'} html={(!isEmpty && data?.html) || ''}>
      <p className="text-sm text-soft">
        {audience === 'subscribers'
          ? `You receive this because you subscribed to the newsletter of ${school.name}. Unsubscribe`
          : 'You receive this message because you are enrolled in your class.'}
      </p>
    </PreviewedEmail>
  )
}

interface SendActionsProps {
  mailing: Mailing
  /** Without changes that are not saved. */
  isSaved: boolean
}

/** Tests and sends a draft, as it is saved. */
function SendActions({ mailing, isSaved }: SendActionsProps) {
  const { isBusy, run } = useBusy()
  const { test, ...calls } = useMailingCalls(mailing._id)
  const sendTest = async () => toastSuccess(`A test is on its way to ${await test(mailing._id)}.`)
  return (
    <>
      <Button look="outline" disabled={!isSaved} busy={isBusy} onClick={() => run(sendTest)}>
        Send a test to me
      </Button>
      <Button
        look={isSaved ? 'primary' : 'outline'}
        disabled={!isSaved}
        busy={isBusy}
        onClick={() => run(() => askAndSend(mailing, calls))}
      >
        Send
      </Button>
    </>
  )
}

/** Says what can be sent, and deletes the draft. */
function MailingFoot({ mailing, isSaved }: SendActionsProps) {
  const { isBusy, run } = useBusy()
  const navigate = useNavigate()
  const { remove } = useMailingCalls(mailing._id)
  const askAndDelete = async () => {
    if (!(await confirm({ ...DELETE_CONFIRMATION, detail: mailing.subject }))) return
    await remove(mailing._id)
    toastSuccess('Deleted!')
    await navigate('/dashboard/newsletter')
  }
  return (
    <div className="form-foot">
      <p role="status">
        {isSaved
          ? `You can test and send it as it is saved. ${SENDING}`
          : 'You have unsaved changes. Save them before you send.'}
      </p>
      <Button look="ghost" className="text-error-ink" busy={isBusy} onClick={() => run(askAndDelete)}>
        Delete
      </Button>
    </div>
  )
}

type SendCalls = Pick<ReturnType<typeof useMailingCalls>, 'count' | 'send'>

/** Shows the number of recipients before it sends. */
async function askAndSend(mailing: Mailing, { count, send }: SendCalls): Promise<void> {
  const recipients = await count(mailing._id)
  if (recipients === 0) return toastError('Nobody would receive this now. Choose other recipients.')
  const question = {
    title: `Send to ${describeRecipients(recipients)}?`,
    text: 'You can stop sending, but you cannot take back what has arrived.',
    detail: `${mailing.subject} – ${mailing.audience === 'subscribers' ? 'subscribers of the newsletter' : mailing.class_names.join(', ')}`,
    action: `Send to ${describeRecipients(recipients)}`,
  }
  if (!(await confirm(question))) return
  toastSuccess(`Queued for ${describeRecipients(await send(mailing._id, mailing.version))}.`)
}

const AUDIENCES: { value: Audience; label: string }[] = [
  { value: 'subscribers', label: 'Subscribers of the newsletter' },
  { value: 'students', label: 'Students of chosen classes' },
]

/** Recipients, of a class or of the newsletter. */
function AudienceFields({ part }: { part: PartProps<MailingDraft> }) {
  const { register, watch } = part.form
  const audience = watch('audience')
  return (
    <div className="grid gap-3">
      <div>
        <Select label="Recipients" options={AUDIENCES} {...register('audience')} />
        <FieldConflict
          {...part}
          field="audience"
          label="Recipients"
          format={(value) => AUDIENCES.find((each) => each.value === value)?.label}
        />
      </div>
      {audience === 'students' && <ClassChoice part={part} />}
    </div>
  )
}

function ClassChoice({ part }: { part: PartProps<MailingDraft> }) {
  const { form } = part
  const { data, error } = useQuery(mailingClassesQuery)
  const chosen = form.watch('classes')
  const choose = (ids: string[]) => form.setValue('classes', ids.toSorted(), { shouldDirty: true })
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Loading what="the classes" />
  return (
    <div>
      <CheckBoxGroup label="Classes" error={form.formState.errors.classes?.message}>
        {data.length === 0 && <p className="text-soft">No class has students at the moment.</p>}
        <div className="class-choice">
          {data.map((each) => (
            <CheckBox
              key={each._id}
              checked={chosen.includes(each._id)}
              onChange={({ target }) =>
                choose(target.checked ? [...chosen, each._id] : chosen.filter((id) => id !== each._id))
              }
            >
              {toLabel(each)}
            </CheckBox>
          ))}
        </div>
      </CheckBoxGroup>
      <FieldConflict {...part} field="classes" label="Classes" format={(ids) => listNames(ids, data)} />
    </div>
  )
}

function toLabel({ name, students }: MailingClass): string {
  return `${name} (${formatCount(students, 'student')})`
}

function listNames(ids: string[], classes: MailingClass[]): string {
  const names = ids.map((id) => classes.find(({ _id }) => _id === id)?.name ?? 'a class without students')
  return names.join(', ') || 'none'
}
