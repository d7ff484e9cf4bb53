/** GET /vouchers and the PDF of one, and what admins do with vouchers. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { buildPath } from '#contract/endpoint.ts'
import type { Voucher, VouchersQuery } from '#contract/vouchers.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { bearer } from '#web/session/token.ts'
import { useSession } from '#web/session/use-session.ts'
import { inSession } from '#web/transport.ts'
import { pagedQuery } from '#web/ui/lists/paged-query.ts'
import { saveBlob } from '#web/ui/lists/save-as-file.ts'

const KEY = ['vouchers']

export function useAllVouchers(query: VouchersQuery) {
  const { role } = useSession()
  return useQuery({
    ...pagedQuery(KEY, query, (requested) => call.page(api.listVouchers, { query: requested })),
    enabled: role === 'admin',
  })
}

/** The vouchers that a user has bought. An admin has those of all. */
export const ownVouchersQuery = queryOptions({
  queryKey: [...KEY, 'own'],
  queryFn: () => call(api.listVouchers, { query: { rows: 100, page: 1 } }),
  staleTime: 0,
})

/** Every call rejects with a CallError. */
export function useVoucherCalls() {
  const client = useQueryClient()
  const refetch = async <T>(result: T): Promise<T> => {
    void client.invalidateQueries({ queryKey: queryKeys.activity })
    await client.invalidateQueries({ queryKey: KEY })
    return result
  }
  return {
    make: (amount: number, reason: string) => call(api.makeVoucher, { body: { amount, reason } }).then(refetch),
    change: (id: string, last_day: string) =>
      call(api.changeVoucher, { params: { id }, body: { last_day } }).then(refetch),
    end: (id: string, reason: string) => call(api.voidVoucher, { params: { id }, body: { reason } }).then(refetch),
  }
}

/** Saves a voucher as a PDF on the user's device. Rejects with an Error. */
export async function saveVoucher({ _id: id, last_four }: Pick<Voucher, '_id' | 'last_four'>): Promise<void> {
  const path = `/api${buildPath(api.getVoucherPdf, { params: { id } })}`
  const response = await inSession(() => fetch(path, { headers: { authorization: bearer() ?? '' } }), bearer)
  if (!response.ok) throw new Error((await response.json()).message)
  saveBlob(await response.blob(), `gift-voucher-${last_four}.pdf`)
}
