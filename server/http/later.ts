import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#server/refusal.ts'
import type { Serve } from './serve.ts'

/** Calls of the contract that are not built yet: checked like every other, and then 501. */
export function laterRoutes(serve: Serve): void {
  const later: Endpoint[] = Object.values(api).filter((endpoint) => 'later' in endpoint && endpoint.later)
  for (const endpoint of later) {
    serve(endpoint, async () => {
      throw new Refusal('NOT_IMPLEMENTED')
    })
  }
}
