/** POST /seat/link and POST /seat/claim. Loaded by the page of the link. */
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { queryClient } from '#web/query-client.ts'

/** Returns what a link offers. */
export const readSeatLink = (token: string) => call(api.readSeatLink, { body: { token } })

export async function claimSeat(token: string): Promise<void> {
  await call(api.claimSeat, { body: { token } })
  await refetchAfter(queryClient, 'dateChanged')
}
