import { useQuery } from '@tanstack/react-query'
import { EmailList } from '#web/features/emails/email-list.tsx'
import { emailsQuery } from '#web/features/emails/emails.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'E-mails', group: 'Site' },
  search: [
    {
      label: 'E-mails',
      about: 'Words of the messages that are sent, templates, variables',
      words: 'emails mails notifications confirmation',
    },
  ],
  screenshots: [{ name: 'emails' }],
} satisfies PageHandle

/** The e-mails that the application sends. */
export default function Emails() {
  const { data, error, refetch } = useQuery(emailsQuery)
  return (
    <>
      <PageTitle page="E-mails" />
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">E-mails</h1>
      <p className="mb-8 max-w-prose text-soft">
        The messages that we send for you. You can change the words of each one; the next one that we send has them.
      </p>
      {data ? (
        <EmailList emails={data} />
      ) : error ? (
        <Failed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading what="the e-mails">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
    </>
  )
}
