import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Mailing } from '#contract/mailings.ts'
import { ContentField } from '#web/features/home/editor/content-field.tsx'
import { ContentFrame } from '#web/features/home/editor/content-frame.tsx'
import { type RulesContext, useContentForm } from '#web/features/home/editor/use-content-form.ts'
import { PagePicture } from '#web/features/pages/editor/page-picture.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { AudienceFields } from './audience-fields.tsx'
import { findChanges, type MailingDraft, toDraft } from './mailing-draft.ts'
import { MailingPreview } from './mailing-preview.tsx'
import { useMailingCalls } from './mailings.query.ts'
import { SendActions } from './send-actions.tsx'

const rules = lazyResolver<MailingDraft, RulesContext>(() => import('./mailing.rules.ts'))

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
  const { watch, setValue, formState } = part.form
  return (
    <>
      <ContentFrame label={mailing ? 'Edit the message' : 'New message'} {...frame} onCancel={undefined}>
        <AudienceFields part={part} />
        <ContentField {...part} field="subject" label="Subject" />
        <ContentField {...part} field="text" label="Text" rows={18} hint={<TextHint />} />
        <PagePicture onInsert={(text) => setValue('text', text, { shouldDirty: true })} />
        <MailingPreview subject={watch('subject')} text={watch('text')} audience={watch('audience')} />
      </ContentFrame>
      {base && <SendActions mailing={base} isSaved={!formState.isDirty} />}
    </>
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
