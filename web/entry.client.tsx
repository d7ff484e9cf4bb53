import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { deferHydration } from './deferred-hydration.ts'

// For forms that load zod: no compiled parsers, which the content security policy forbids. Set before zod loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

deferHydration()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
