import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { MAX_WEBHOOKS } from '#contract/values/limits.ts'
import type { NewWebhook } from '#contract/webhooks.ts'
import { openForThisFile, openForThisTest, type TestApplication } from '../../../testing/application.ts'
import { catchCode, catchError } from '../../../testing/visitor.ts'
import { webhooks } from './webhooks.table.ts'

const input: { body: NewWebhook } = {
  body: { url: 'https://93.184.215.14/hook?key=private', events: ['class.approved'] },
}
const UNKNOWN = { params: { id: crypto.randomUUID() } }

const application = openForThisFile()
let admin: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

describe('a webhook', () => {
  it('is added with a secret that is shown once, changed and deleted, all of it in the activity log', async () => {
    const { secret, ...created } = await admin.call(api.createWebhook, input)
    expect(secret).toMatch(/^whsec_/)
    expect(created).toMatchObject({ ...input.body, failing_since: null, disabled_at: null })
    expect(await admin.call(api.listWebhooks)).toEqual([created])
    const params = { id: created._id }
    const rotated = await admin.call(api.rotateWebhookSecret, { params })
    expect(rotated.secret).not.toBe(secret)
    const change = { events: ['payment.refunded', 'payment.refunded'] as NewWebhook['events'], enabled: false }
    expect(await admin.call(api.changeWebhook, { params, body: change })).toEqual({ modifiedCount: 1 })
    const [changed] = await admin.call(api.listWebhooks)
    expect(changed).toMatchObject({ url: created.url, events: ['payment.refunded'], disabled_at: expect.any(Number) })
    await admin.call(api.changeWebhook, { params, body: { enabled: true } })
    expect((await admin.call(api.listWebhooks))[0]?.disabled_at).toBeNull()
    const { rows } = await admin.call.page(api.listActivity, { query: { q: admin.user.email } })
    expect(rows.map(({ deed, subject }) => `${deed} ${subject}`)).toEqual([
      'webhook_changed 93.184.215.14',
      'webhook_changed 93.184.215.14',
      'webhook_secret_rotated 93.184.215.14',
      'webhook_added 93.184.215.14',
    ])
    const stored = JSON.stringify(await application.services.db.select().from(webhooks))
    for (const text of [secret, rotated.secret]) expect(stored).not.toContain(text.slice(6))
    expect(await admin.call(api.deleteWebhook, { params })).toEqual({ deletedCount: 1 })
    expect(await admin.call(api.listWebhooks)).toEqual([])
  })

  it.each([
    ['http://receiver.example/', 'url: must begin with https://'],
    ['http://localhost:3000/', 'url: must begin with https://'],
    ['https://localhost/', 'url: must lead to a public address, not into a private network'],
    ['https://127.0.0.1:5432/', 'url: must lead to a public address, not into a private network'],
    ['https://[::ffff:10.0.0.1]/', 'url: must lead to a public address, not into a private network'],
    ['nonsense', 'url: must be a URL, for example https://example.org/hook'],
  ])('may not be at %s, neither when it is added nor later', async (url, message) => {
    const added = await catchError(admin.call(api.createWebhook, { body: { ...input.body, url } }))
    expect([added.code, added.message]).toEqual(['INVALID_INPUT', message])
    const [existing] = await admin.call(api.listWebhooks)
    const _id = existing?._id ?? (await admin.call(api.createWebhook, input))._id
    const changed = await catchError(admin.call(api.changeWebhook, { params: { id: _id }, body: { url } }))
    expect(changed.message).toBe(message)
  })

  it('is refused without events, with unknown events, and without a URL', async () => {
    for (const body of [{ events: [] }, { events: ['class.unknown'] }, { url: '' }] as Partial<NewWebhook>[])
      expect(await catchCode(admin.call(api.createWebhook, { body: { ...input.body, ...body } }))).toBe('INVALID_INPUT')
  })

  it('is one of a limited number, also for calls at the same time', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const calls = Array.from({ length: MAX_WEBHOOKS + 2 }, () =>
      owner.call(api.createWebhook, input).then(
        () => 'added',
        ({ code }) => code,
      ),
    )
    const results = await Promise.all(calls)
    expect(results.filter((result) => result === 'LIMIT_REACHED')).toHaveLength(2)
    expect(await owner.call(api.listWebhooks)).toHaveLength(MAX_WEBHOOKS)
  })
})

describe('the calls about webhooks', () => {
  const calls = [
    ['adding', api.createWebhook, input],
    ['changing', api.changeWebhook, { ...UNKNOWN, body: {} }],
    ['a new secret', api.rotateWebhookSecret, UNKNOWN],
    ['deleting', api.deleteWebhook, UNKNOWN],
  ] as const

  it.each(calls)('need a recent sign-in of an admin: %s', async (_what, endpoint, request) => {
    const earlier = await application.signedIn('admin', { signedInAt: Date.now() - 61 * 60_000 })
    expect(await catchCode(earlier.call(endpoint as never, request as never))).toBe('REAUTH_REQUIRED')
    for (const role of ['student', 'instructor'] as const) {
      const other = await application.signedIn(role)
      expect(await catchCode(other.call(endpoint as never, request as never))).toBe('NOT_ALLOWED')
    }
  })

  it('do not find what does not exist', async () => {
    const unknown = [api.changeWebhook, api.rotateWebhookSecret, api.deleteWebhook, api.sendWebhookAgain]
    for (const endpoint of [...unknown, api.listWebhookDeliveries])
      for (const id of [UNKNOWN.params.id, 'nonsense'])
        expect(await catchCode(admin.call(endpoint as never, { params: { id }, body: {} } as never))).toBe('NOT_FOUND')
  })

  it('are refused to others when they read', async () => {
    const instructor = await application.signedIn('instructor')
    expect(await catchCode(instructor.call(api.listWebhooks))).toBe('NOT_ALLOWED')
    expect(await catchCode(instructor.call(api.listWebhookDeliveries, UNKNOWN))).toBe('NOT_ALLOWED')
    expect(await catchCode(instructor.call(api.sendWebhookAgain, UNKNOWN))).toBe('NOT_ALLOWED')
  })
})
