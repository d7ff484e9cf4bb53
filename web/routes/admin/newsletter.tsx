import { formatCount } from '#contract/values/count.ts'
import { MAILING_COLUMNS } from '#web/features/mailings/mailing-columns.tsx'
import { useMailings, useSubscriberCount } from '#web/features/mailings/mailings.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Newsletter', group: 'Site' },
  search: [
    {
      label: 'Newsletter',
      about: 'Messages to subscribers and students, archive',
      words: 'mailing list campaign write send',
    },
  ],
  screenshots: [{ name: 'newsletters' }],
} satisfies PageHandle

function Subscribers() {
  const subscribers = useSubscriberCount()
  if (subscribers === undefined) return null
  return <p className="mb-5">{formatCount(subscribers, 'person reads', 'people read')} the newsletter.</p>
}

/** Newsletters and messages to students. */
export default function Newsletter() {
  const list = useListState(MAILING_COLUMNS)
  return (
    <>
      <PageTitle page="Newsletter" />
      <PagedList
        title="Newsletter"
        count="Total Messages"
        noun="messages"
        hint="Subject"
        list={list}
        query={useMailings(list.query)}
        columns={MAILING_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="Nothing was written yet." />}
      >
        <p className="mb-5 max-w-prose text-soft">
          Write to confirmed subscribers, or to the students of classes. An address that does not exist gets no further
          newsletter; we do not read later bounces or complaints.
        </p>
        <Subscribers />
        <ButtonLink to="/dashboard/newsletter/new" className="mb-8">
          New message
        </ButtonLink>
      </PagedList>
    </>
  )
}
