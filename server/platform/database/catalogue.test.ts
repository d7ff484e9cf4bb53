import { expect, it } from 'vitest'
import { Catalogue } from './catalogue.ts'
import type { OnNotification } from './database.ts'

/** Follows a database that never notifies by itself. Returns the catalogue and a function that notifies. */
async function followWith(refresh: () => Promise<void>) {
  const catalogue = new Catalogue()
  let notify: OnNotification = () => {}
  const listen = async (_channel: string, onNotification: OnNotification) => {
    notify = onNotification
    return async () => {}
  }
  await catalogue.follow({ listen }, refresh)
  return { catalogue, notify: () => notify(null) }
}

it('makes pages stale at once after a write of another instance, and again once it has read what changed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { catalogue, notify } = await followWith(() => promise)
  const before = catalogue.version
  notify()
  const during = catalogue.version
  expect(during).toBeGreaterThan(before)
  resolve()
  await promise
  expect(catalogue.version).toBeGreaterThan(during)
})
