/** The context that the server passes to the loaders of a page. */
import { createContext } from 'react-router'
import type { Call } from '#contract/call.ts'
import type { PublicSettings } from '#contract/school.ts'

export interface PageContext {
  /** Calls the API inside the server process, as a signed-out visitor. */
  call: Call
  school: PublicSettings
  /** Marks our inline scripts, so that the server can allow them by hash. */
  nonce: string
}

export const pageContext = createContext<PageContext>()
