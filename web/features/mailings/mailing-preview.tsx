import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Audience } from '#contract/mailings.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { Loading } from '#web/ui/states.tsx'
import { mailingPreviewQuery } from './mailings.query.ts'

const WIDTHS = { phone: 'Phone', desktop: 'Desktop' } as const
type Width = keyof typeof WIDTHS

interface MailingPreviewProps {
  subject: string
  text: string
  audience: Audience
}

/** Buttons that show the e-mail as it looks on a phone and on a desktop. The server renders it, as it will render the e-mail. */
export function MailingPreview(props: MailingPreviewProps) {
  const [width, setWidth] = useState<Width | null>(null)
  return (
    <div>
      <fieldset className="flex flex-wrap items-center gap-3">
        <legend className="field-label">Preview</legend>
        {(Object.keys(WIDTHS) as Width[]).map((each) => (
          <Button
            key={each}
            look="outline"
            aria-pressed={width === each}
            onClick={() => setWidth(width === each ? null : each)}
          >
            {WIDTHS[each]}
          </Button>
        ))}
      </fieldset>
      {width && (
        <section aria-label={`Preview on a ${width}`} className="mailing-preview" data-width={width}>
          <Preview {...props} />
        </section>
      )}
    </div>
  )
}

function Preview({ subject, text, audience }: MailingPreviewProps) {
  const { data, error } = useQuery(mailingPreviewQuery(usePausedValue(text.trim())))
  const { name, address } = useSchool()
  if (text.trim() === '') return <p className="text-soft">There is no text yet.</p>
  if (error)
    return (
      <p role="alert" className="text-error-ink">
        {error.message}
      </p>
    )
  if (!data) return <Loading what="the preview" />
  return (
    <>
      <p className="wrap-anywhere border-line border-b pb-3">
        <span className="block text-sm text-soft">{name}</span>
        <span className="block font-medium">{subject || 'No subject yet'}</span>
      </p>
      <RichText html={data.html} />
      <p className="text-sm text-soft">
        {audience === 'subscribers'
          ? `You receive this because you subscribed to the newsletter of ${name}. Unsubscribe`
          : 'You receive this message because you are enrolled in your class.'}
      </p>
      <p className="border-line border-t pt-3 text-sm text-soft">{[name, address].filter(Boolean).join(', ')}</p>
    </>
  )
}
