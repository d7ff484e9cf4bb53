/** GET /vouchers and the PDF of one, and what admins do with vouchers. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createCall, type Transport } from '#contract/call.ts'
import type { Voucher, VouchersQuery } from '#contract/vouchers.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { bearer } from '#web/session/token.ts'
import { useSession } from '#web/session/use-session.ts'
import { parseBody, sendAbortable, sessionTransport, toNetworkError } from '#web/transport.ts'
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

/** Saves a voucher as a PDF on the user's device. Rejects with a CallError. */
export async function saveVoucher({ _id: id, last_four }: Pick<Voucher, '_id' | 'last_four'>): Promise<void> {
  const files: Blob[] = []
  const download = withAuthErrors(createCall(sessionTransport((request) => receive(request, files), bearer)))
  await download(api.getVoucherPdf, { params: { id } })
  const file = files.at(-1)
  if (file) saveBlob(file, `gift-voucher-${last_four}.pdf`)
}

/** Sends a request whose response is a file, which it adds to `files`. */
function receive({ path }: Parameters<Transport>[0], files: Blob[]): ReturnType<Transport> {
  return sendAbortable(async (signal) => {
    try {
      const response = await fetch(`/api${path}`, { headers: { authorization: bearer() ?? '' }, signal })
      const { status } = response
      if (!response.ok) return { status, body: parseBody(await response.text()) }
      files.push(await response.blob())
      return { status, body: '' }
    } catch (cause) {
      throw toNetworkError(cause)
    }
  })
}
