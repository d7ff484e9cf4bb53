import { WITHDRAWAL_COLUMNS } from '#web/features/contract-withdrawals/withdrawal-columns.tsx'
import { useContractWithdrawals } from '#web/features/contract-withdrawals/withdrawals.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'

export const handle = {
  menu: { label: 'Withdrawals', group: 'Money' },
  search: [
    {
      label: 'Withdrawals',
      about: 'Withdrawals from contracts, which buyers declared',
      words: 'revoke revocation cancel contract consumer law cooling off',
    },
  ],
  screenshots: [{ name: 'withdrawals' }],
} satisfies PageHandle

/** The withdrawals from contracts. */
export default function Withdrawals() {
  const list = useListState(WITHDRAWAL_COLUMNS)
  return (
    <>
      <PageTitle page="Withdrawals" />
      <PagedList
        title="Withdrawals"
        count="Total Withdrawals"
        noun="withdrawals"
        hint="Order number, name or e-mail"
        list={list}
        query={useContractWithdrawals(list.query)}
        columns={WITHDRAWAL_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="Nobody has withdrawn from an order." />}
      />
    </>
  )
}
