import { CHOICE_COLUMNS } from '#web/features/payments/choices/choice-columns.tsx'
import { useChoices } from '#web/features/payments/choices/choices.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Choices', group: 'Teaching' },
  search: [
    {
      label: 'Choices',
      about: 'What students choose for canceled dates and withdrawn classes',
      words: 'cancellation another date credit money answer deadline',
    },
  ],
  screenshots: [{ name: 'choices' }],
} satisfies PageHandle

/** Choices of buyers, open and made, for canceled dates and classes. */
export default function Choices() {
  const list = useListState(CHOICE_COLUMNS)
  return (
    <>
      <PageTitle page="Choices" />
      <PagedList
        title="Choices"
        count="Total Choices"
        noun="choices"
        hint="Name, e-mail, class or receipt"
        list={list}
        query={useChoices(list.query)}
        columns={CHOICE_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="When you cancel a date, the choices of its students appear here." />}
      />
    </>
  )
}
