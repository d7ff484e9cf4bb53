import { Link } from 'react-router'
import { MailingForm } from '#web/features/mailings/mailing-form.tsx'
import { mailingQuery } from '#web/features/mailings/mailings.query.ts'
import { SentMailing } from '#web/features/mailings/sent-mailing.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/mailing.ts'

export const handle = {
  screenshots: [{ name: 'mailing', fill: 'mailingId' }],
} satisfies PageHandle

/** One newsletter or message: a draft to write, or the progress of sending. */
export default function Mailing({ params: { id } }: Route.ComponentProps) {
  const { data, error, refetch } = useFreshQuery(mailingQuery(id))
  const title = !data || data.state === 'draft' ? 'Edit message' : 'Message'
  return (
    <>
      <PageTitle page={title} />
      <p className="mb-4">
        <Link to="/dashboard/newsletter" className="link">
          All messages
        </Link>
      </p>
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">{title}</h1>
      {data ? (
        data.state === 'draft' ? (
          <MailingForm key={id} mailing={data} />
        ) : (
          <SentMailing mailing={data} />
        )
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the message">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
