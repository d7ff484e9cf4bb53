import { VOUCHER_COLUMNS } from '#web/features/vouchers/voucher-columns.tsx'
import { useAllVouchers } from '#web/features/vouchers/vouchers.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'

const MakeVoucher = lazyView(() => import('#web/features/vouchers/make-voucher.tsx'))

export const handle = {
  menu: { label: 'Vouchers', group: 'Money' },
  search: [
    {
      label: 'Vouchers',
      about: 'Gift vouchers that were bought or made, and what is left on them',
      words: 'gift card voucher balance code extend expire',
    },
  ],
  screenshots: [{ name: 'vouchers' }],
} satisfies PageHandle

/** All gift vouchers. */
export default function Vouchers() {
  const list = useListState(VOUCHER_COLUMNS)
  const query = useAllVouchers(list.query)
  return (
    <>
      <PageTitle page="Vouchers" />
      <PagedList
        title="Vouchers"
        count="Total Vouchers"
        noun="vouchers"
        hint="Last four characters"
        list={list}
        query={query}
        columns={VOUCHER_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<Empty sentence="No vouchers yet." />}
      />
      {!query.isPending && (
        <div className="mt-10">
          <MakeVoucher />
        </div>
      )}
    </>
  )
}
