/** GET /withdrawals and PATCH /withdrawal/{id}, for admins. */
import { useQuery } from '@tanstack/react-query'
import type { ContractWithdrawal, ContractWithdrawalsQuery } from '#contract/contract-withdrawals.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { useAction } from '#web/use-action.ts'

export function useContractWithdrawals(query: ContractWithdrawalsQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(queryKeys.contractWithdrawals, query, (page) =>
      call.page(api.listContractWithdrawals, { query: page }),
    ),
    enabled: role === 'admin',
  })
}

/** Marks a withdrawal as done, or as not done where it was. */
export function useMarkWithdrawal() {
  return useAction(
    ({ _id, done_at }: ContractWithdrawal) =>
      call(api.markContractWithdrawal, { params: { id: _id }, body: { done: done_at === null } }),
    { after: 'withdrawalMarked' },
  )
}
