/** What the server hands to the loaders of a page, through the router's context. */
import { createContext } from 'react-router'
import type { Call } from '#contract/call.ts'
import type { SchoolFacts } from '#contract/home.ts'

export interface PageContext {
  /** Makes a call of the API inside the server, as a visitor who is not signed in. */
  call: Call
  school: SchoolFacts
  /** Marks our inline scripts, so that the server can allow them by hash. */
  nonce: string
}

export const pageContext = createContext<PageContext>()
