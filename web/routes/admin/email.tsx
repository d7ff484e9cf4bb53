import { useState } from 'react'
import { Link } from 'react-router'
import { EmailForm } from '#web/features/emails/email-form.tsx'
import { emailQuery } from '#web/features/emails/emails.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/email.ts'

export const handle = {
  screenshots: [{ name: 'email', fill: 'emailId' }],
} satisfies PageHandle

/** The words of one e-mail. */
export default function Email({ params: { id } }: Route.ComponentProps) {
  const { data, error, refetch } = useFreshQuery(emailQuery(id))
  const [resets, setResets] = useState(0)
  const title = data?.name ?? 'E-mail'
  return (
    <>
      <PageTitle page={title} />
      <p className="mb-4">
        <Link to="/dashboard/emails" className="link">
          All e-mails
        </Link>
      </p>
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">{title}</h1>
      {data ? (
        <>
          <p className="mb-8 max-w-prose text-soft">
            {data.occasion}. To: {data.recipient.charAt(0).toLowerCase()}
            {data.recipient.slice(1)}.
          </p>
          <EmailForm key={`${id} ${resets}`} email={data} onReset={() => setResets(resets + 1)} />
        </>
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the e-mail">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
