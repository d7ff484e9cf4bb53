/** The browser's calls of the API, with the stored token and the session's handling of 401 and 403. */
import { type Call, createCall } from '#contract/call.ts'
import { withAuthErrors } from './session/auth-errors.ts'
import { bearer } from './session/token.ts'
import { tokenTransport } from './transport.ts'

export { api } from '#contract/api.ts'

export const call: Call = withAuthErrors(createCall(tokenTransport(bearer)))
