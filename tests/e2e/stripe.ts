/** A school that takes cards by Stripe, whose part is played by the stand-in and, in the browser, by a stub of Stripe.js. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { openStripeStandIn, type StripeStandIn, webhookOf } from '../stripe-stand-in.ts'
import { test as base } from './school.ts'

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

interface OfWorker {
  standIn: StripeStandIn
}

interface OfTest {
  stripe: StripeInBrowser
}

/** Stripe as the browser of a test meets it. */
export interface StripeInBrowser {
  /** Every request to a host of Stripe's so far. */
  requests: string[]
  /** The card fields arrive when this is called, instead of at once. */
  holdFields(): () => void
  /** Whether js.stripe.com cannot be reached. */
  blocked: boolean
}

export const test = base.extend<OfTest, OfWorker & { noticesArrive: undefined }>({
  standIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
    async ({}, use) => {
      const standIn = await openStripeStandIn()
      await use(standIn)
      await standIn.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  settings: [async ({ standIn }, use) => use(standIn.settings), { scope: 'worker' }],
  noticesArrive: [
    async ({ standIn, school }, use) => {
      standIn.deliver(webhookOf(school.address))
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  stripe: async ({ page, standIn }, use) => use(await playStripe(page, standIn)),
})

async function playStripe(page: Page, standIn: StripeStandIn): Promise<StripeInBrowser> {
  const script = await readFile(join(import.meta.dirname, 'stripe-js.stub.js'), 'utf8')
  let held = Promise.resolve()
  const stripe: StripeInBrowser = {
    requests: [],
    blocked: false,
    holdFields() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('stripe.com')) stripe.requests.push(request.url())
  })
  await page.route('https://js.stripe.com/**', async (route) => {
    if (stripe.blocked) return route.abort()
    if (!route.request().url().endsWith('.html')) return answer(route, 'text/javascript', script)
    await held
    return answer(route, 'text/html', FIELDS)
  })
  await page.route('https://hooks.stripe.com/**', (route) => answer(route, 'text/html', BANK))
  await page.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    const address = request.url().replace('https://api.stripe.com', standIn.browserApi)
    const headers = { 'content-type': request.headers()['content-type'] ?? '' }
    const said = await fetch(address, { method: request.method(), headers, body: request.postData() })
    const cors = { 'access-control-allow-origin': '*' }
    await route.fulfill({
      status: said.status,
      contentType: 'application/json',
      headers: cors,
      body: await said.text(),
    })
  })
  return stripe
}

function answer(route: Route, contentType: string, body: string): Promise<void> {
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
