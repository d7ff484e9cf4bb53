import { useQuery } from '@tanstack/react-query'
import type { Audience } from '#contract/mailings.ts'
import { PreviewedEmail, PreviewFrame } from '#web/features/emails/preview-frame.tsx'
import { useSchool } from '#web/school/school.ts'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Loading } from '#web/ui/states.tsx'
import { mailingPreviewQuery } from './mailings.query.ts'

interface MailingPreviewProps {
  subject: string
  text: string
  audience: Audience
}

/** The message as it looks on a phone and on a desktop. The server renders it, as it will render the e-mail. */
export function MailingPreview(props: MailingPreviewProps) {
  return (
    <PreviewFrame>
      <Preview {...props} />
    </PreviewFrame>
  )
}

function Preview({ subject, text, audience }: MailingPreviewProps) {
  const { data, error } = useQuery(mailingPreviewQuery(usePausedValue(text.trim())))
  const school = useSchool()
  if (text.trim() === '') return <p className="text-soft">There is no text yet.</p>
  if (error)
    return (
      <p role="alert" className="text-error-ink">
        {error.message}
      </p>
    )
  if (!data) return <Loading what="the preview" />
  return (
    <PreviewedEmail sender={school} subject={subject || 'No subject yet'} html={data.html}>
      <p className="text-sm text-soft">
        {audience === 'subscribers'
          ? `You receive this because you subscribed to the newsletter of ${school.name}. Unsubscribe`
          : 'You receive this message because you are enrolled in your class.'}
      </p>
    </PreviewedEmail>
  )
}
