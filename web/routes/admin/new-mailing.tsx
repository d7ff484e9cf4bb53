import { Link } from 'react-router'
import { MailingForm } from '#web/features/mailings/mailing-form.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'

export const handle = {
  search: [
    {
      label: 'New message',
      about: 'Write a newsletter, or to the students of classes',
      words: 'send e-mail all students mailing campaign',
    },
  ],
  screenshots: [{ name: 'new-mailing' }],
} satisfies PageHandle

/** A new newsletter or message. */
export default function NewMailing() {
  return (
    <>
      <PageTitle page="New message" />
      <p className="mb-4">
        <Link to="/dashboard/newsletter" className="link">
          All messages
        </Link>
      </p>
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">New message</h1>
      <MailingForm mailing={null} />
    </>
  )
}
