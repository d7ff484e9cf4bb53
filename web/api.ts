/** The browser's calls of the API, with the stored token and the session's handling of refusals. */
import { type Call, callOver } from '#contract/call.ts'
import { guarded } from '#web/session/refusals.ts'
import { bearer } from '#web/session/token.ts'
import { fetchTransport } from '#web/transport.ts'

export { api } from '#contract/api.ts'

export const call: Call = guarded(callOver(fetchTransport(bearer)))
