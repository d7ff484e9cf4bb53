/** POST /seat/claim. Loaded by the button of the page of the link. */
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { queryClient } from '#web/query-client.ts'

export async function claimSeat(token: string): Promise<void> {
  await call(api.claimSeat, { body: { token } })
  await refetchAfter(queryClient, 'dateChanged')
}
