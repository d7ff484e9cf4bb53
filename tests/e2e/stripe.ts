/** An application that takes cards with Stripe: fakeStripe replaces the API, and a stub replaces Stripe.js in the browser. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { type FakeStripe, findWebhook, openFakeStripe } from '../../testing/fake-stripe.ts'
import { test as base } from './fixtures.ts'
import { openSeededDatabase } from './seeded-application.ts'

const FIELDS = page(`
  <label>Card number <input id="number"></label>
  <label>Expiry <input id="expiry"></label>
  <label>CVC <input id="cvc"></label>
  <p role="alert"></p>
  <script>
    const typed = () => Object.fromEntries([...document.querySelectorAll('input')].map(({ id, value }) => [id, value]))
    addEventListener('input', () => parent.postMessage({ say: 'change', typed: typed() }, '*'))
    addEventListener('message', ({ data }) => { document.querySelector('p').textContent = data.message ?? '' })
    parent.postMessage({ say: 'ready' }, '*')
  </script>`)

const BANK = page(`
  <button>Complete</button> <button>Fail</button>
  <script>
    addEventListener('click', ({ target }) => parent.postMessage({ result: target.textContent.toLowerCase() }, '*'))
  </script>`)

interface WorkerFixtures {
  fakeStripe: FakeStripe
}

interface TestFixtures {
  stripe: StripeInBrowser
}

/** Stripe as the browser of a test sees it. */
export interface StripeInBrowser {
  /** Every request to a host of Stripe so far. */
  requests: string[]
  /** Delays the card fields until the returned function is called. */
  holdFields(): () => void
  /** True if js.stripe.com cannot be reached. */
  blocked: boolean
}

export const test = base.extend<TestFixtures, WorkerFixtures & { webhookEvents: undefined }>({
  fakeStripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const fakeStripe = await openFakeStripe(await openSeededDatabase())
      await use(fakeStripe)
      await fakeStripe.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  settings: [async ({ fakeStripe }, use) => use(fakeStripe.settings), { scope: 'worker' }],
  webhookEvents: [
    async ({ fakeStripe, application }, use) => {
      fakeStripe.deliver(findWebhook(application.url))
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  stripe: async ({ page, fakeStripe }, use) => use(await routeStripe(page, fakeStripe)),
})

async function routeStripe(page: Page, fakeStripe: FakeStripe): Promise<StripeInBrowser> {
  const script = await readFile(join(import.meta.dirname, 'stripe-js.stub.js'), 'utf8')
  let fieldsReady = Promise.resolve()
  const stripe: StripeInBrowser = {
    requests: [],
    blocked: false,
    holdFields() {
      const { promise, resolve } = Promise.withResolvers<void>()
      fieldsReady = promise
      return resolve
    },
  }
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('stripe.com')) stripe.requests.push(request.url())
  })
  await page.route('https://js.stripe.com/**', async (route) => {
    if (stripe.blocked) return route.abort()
    if (!route.request().url().endsWith('.html')) return fulfill(route, 'text/javascript', script)
    await fieldsReady
    return fulfill(route, 'text/html', FIELDS)
  })
  await page.route('https://hooks.stripe.com/**', (route) => fulfill(route, 'text/html', BANK))
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    const url = request.url().replace('https://api.stripe.com', fakeStripe.browserApi)
    const headers = { 'content-type': request.headers()['content-type'] ?? '' }
    const response = await fetch(url, { method: request.method(), headers, body: request.postData() })
    const cors = { 'access-control-allow-origin': '*' }
    await route.fulfill({
      status: response.status,
      contentType: 'application/json',
      headers: cors,
      body: await response.text(),
    })
  })
  return stripe
}

function fulfill(route: Route, contentType: string, body: string): Promise<void> {
  return route.fulfill({ contentType, body })
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><title>Stripe</title>${body}</html>`
}

/** Types a card into Stripe's fields and presses Pay. */
export async function payByStripe(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiry').fill('12 / 34')
  await fields.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).click()
}
