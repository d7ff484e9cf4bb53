import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { typingFirst } from './typing-first.ts'

// Where a form brings zod: no compiled parsers, which the content security policy forbids. Set before zod is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

typingFirst()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
