import { createContext } from 'react'

/** Marks our inline scripts while the server renders. The browser has no nonce: the policy allows the scripts by hash. */
export const NonceContext = createContext<string | undefined>(undefined)
