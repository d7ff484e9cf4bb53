import { useQuery } from '@tanstack/react-query'
import type { EmailWords } from '#contract/emails.ts'
import { useSchool } from '#web/school/school.ts'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Loading } from '#web/ui/states.tsx'
import { emailPreviewQuery } from './emails.query.ts'
import { PreviewedEmail } from './preview-frame.tsx'

/** An e-mail with example values. The server renders it, as it will render the e-mail. */
export function EmailPreview({ id, subject, text }: EmailWords & { id: string }) {
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
