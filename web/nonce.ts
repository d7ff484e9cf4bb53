import { createContext } from 'react'

/** Marks our inline scripts while the server renders; there is none in the browser, where the page is allowed by hash. */
export const NonceContext = createContext<string | undefined>(undefined)
