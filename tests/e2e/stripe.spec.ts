import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { intentIn } from '../../testing/paying.ts'
import { demoCalls } from './demo-people.ts'
import { expect } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import { payByStripe, test } from './stripe.ts'
import { asNewStudent, goToPayment, haveSelected, paid } from './student.ts'

const NAME = 'Façades with a Long Lens'
/** A second class, so that the tests of this file do not use up the seats of one. */
const OTHER = 'Stairs and Hard Shadows'
const pay = (page: Page) => page.getByRole('button', { name: /^Pay/ })
const fields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')

/** Opens the payment page. Returns the client secret of its intent. */
const begin = async (page: Page, name?: string) => (await beginAsBuyer(page, name)).clientSecret

async function beginAsBuyer(page: Page, name = NAME): Promise<{ email: string; clientSecret: string }> {
  const email = await asNewStudent(page)
  await haveSelected(page, name)
  const response = page.waitForResponse((response) => response.url().endsWith('/api/create-payment-intent'))
  await goToPayment(page, name)
  const { clientSecret } = await (await response).json()
  return { email, clientSecret }
}

test('Stripe is not requested before the payment page, and Pay waits for its fields', async ({ page, stripe }) => {
  await asNewStudent(page)
  await haveSelected(page, NAME)
  await page.goto('/dashboard/my-selected-class')
  const link = page.getByRole('main').getByRole('link', { name: `Pay ${NAME}` })
  await link.waitFor()
  expect(stripe.requests).toEqual([])
  const release = stripe.holdFields()
  await link.click()
  await expect.poll(() => stripe.requests).toContain('https://js.stripe.com/stand-in/fields.html')
  expect(stripe.requests[0]).toBe('https://js.stripe.com/endive/stripe.js')
  await expect(pay(page)).toBeDisabled()
  release()
  await expect(pay(page)).toBeEnabled()
})

test('a successful payment shows the transaction id, and the charge has the buyer’s e-mail and name', async ({
  page,
  stripe,
  fakeStripe,
}) => {
  const { email, clientSecret } = await beginAsBuyer(page)
  await payByStripe(page, '4242 4242 4242 4242')
  await expect(paid(page)).toContainText(intentIn(clientSecret))
  const intent = await fakeStripe.stripe.paymentIntents.retrieve(intentIn(clientSecret), { expand: ['latest_charge'] })
  expect(intent).toMatchObject({
    status: 'succeeded',
    receipt_email: email,
    latest_charge: { billing_details: { email, name: 'Nora Berg' } },
  })
  expect(stripe.requests.filter((url) => url.startsWith('https://api.stripe.com'))).toHaveLength(1)
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: intentIn(clientSecret) })).toHaveCount(1)
})

test('a buyer without a name is anonymous to the bank', async ({ page, stripe, fakeStripe }) => {
  const email = await asNewStudent(page, '')
  await haveSelected(page, NAME)
  await goToPayment(page, NAME)
  await payByStripe(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  expect(stripe.requests.length).toBeGreaterThan(0)
  const [newest] = (await fakeStripe.stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] })).data
  expect(newest?.latest_charge).toMatchObject({ billing_details: { email, name: 'unknown' } })
})

test('a declined card shows an error in red under the form, and another card pays', async ({
  page,
  stripe,
  expectedErrors,
}) => {
  expectedErrors.push('402 (Payment Required)')
  await begin(page)
  await payByStripe(page, '4000 0000 0000 0002')
  const message = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
  await expect(message).toHaveClass(/text-error-ink/)
  const [button, box] = [await pay(page).boundingBox(), await message.boundingBox()]
  expect(box?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0))
  await expect(page.getByTitle('Secure payment input frame')).toBeFocused()
  await payByStripe(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  expect(stripe.requests.filter((url) => url.startsWith('https://api.stripe.com'))).toHaveLength(2)
})

test('Stripe’s own fields report what is missing, and nothing is sent', async ({ page, stripe }) => {
  await begin(page)
  await payByStripe(page, '4242')
  await expect(fields(page).getByRole('alert')).toHaveText('Your card number is incomplete.')
  await expect(pay(page)).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  expect(stripe.requests.filter((url) => url.startsWith('https://api.stripe.com'))).toEqual([])
})

test('a bank requests authentication in its own frame', async ({ page, stripe, expectedErrors }) => {
  expectedErrors.push('400 (Bad Request)')
  await begin(page)
  const bank = page.frameLocator('iframe[title="The bank"]')
  await payByStripe(page, '4000 0025 0000 3155')
  await bank.getByRole('button', { name: 'Fail' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' }),
  ).toBeVisible()
  await payByStripe(page, '4000 0025 0000 3155')
  await bank.getByRole('button', { name: 'Complete' }).click()
  await expect(paid(page)).toBeVisible()
  expect(stripe.requests).toContain('https://hooks.stripe.com/stand-in/bank.html')
})

test.describe('returning from the bank by redirect', () => {
  test.beforeEach(({ fakeStripe }) => {
    fakeStripe.webhooks = 'lost'
  })
  test.afterEach(({ fakeStripe }) => {
    fakeStripe.webhooks = 'on'
  })
  const returned = (clientSecret: string, redirect_status: string) =>
    `?${new URLSearchParams({
      payment_intent: intentIn(clientSecret),
      payment_intent_client_secret: clientSecret,
      redirect_status,
    })}`

  test('a payment is recorded by the page that the user returns to', async ({
    page,
    stripe,
    fakeStripe,
    expectedErrors,
  }) => {
    // The page requests the cart item, which no longer exists.
    expectedErrors.push('404 (Not Found)')
    const clientSecret = await begin(page, OTHER)
    const address = page.url()
    await fakeStripe.confirm(clientSecret)
    await page.goto(address + returned(clientSecret, 'succeeded'))
    await expect(paid(page)).toContainText(intentIn(clientSecret))
    await expect(page).toHaveURL(address)
    await page.reload()
    await expect(paid(page)).toContainText(intentIn(clientSecret))
    await page.goto('/dashboard/payment-history')
    await expect(page.getByRole('row').filter({ hasText: OTHER })).toHaveCount(1)
    expect(stripe.requests.filter((url) => url.startsWith('https://api.stripe.com'))).toEqual([])
  })

  test('a payment that is refunded since the class was withdrawn shows a message and no success', async ({
    page,
    application,
    fakeStripe,
    stripe: _,
    expectedErrors,
  }) => {
    expectedErrors.push('409 (Conflict)', '404 (Not Found)')
    const name = 'Glass Without Glare'
    const clientSecret = await begin(page, name)
    const address = page.url()
    await fakeStripe.confirm(clientSecret)
    const { call } = await demoCalls(application, 'admin')
    const withdrawn = (await call(api.listApprovedClasses)).find(({ className }) => className === name)
    await call(api.withdrawClass, { params: { id: withdrawn?._id ?? '' } })
    await page.goto(address + returned(clientSecret, 'succeeded'))
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The class was no longer available when your payment arrived')
    await expect(alert).toContainText("We're refunding the full amount")
    await expect(paid(page)).toHaveCount(0)
    const intent = () => fakeStripe.stripe.refunds.list({ payment_intent: intentIn(clientSecret) })
    await expect.poll(async () => (await intent()).data.map(({ amount }) => amount)).toEqual([18500])
  })

  for (const status of ['failed', 'succeeded']) {
    test(`an unpaid attempt (${status}) shows a message, and can be paid then`, async ({
      page,
      stripe,
      expectedErrors,
    }) => {
      expectedErrors.push('409 (Conflict)')
      const clientSecret = await begin(page, OTHER)
      await page.goto(page.url() + returned(clientSecret, status))
      await expect(
        page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' }),
      ).toBeVisible()
      await expect(pay(page)).toBeEnabled()
      await payByStripe(page, '4242 4242 4242 4242')
      await expect(paid(page)).toContainText(intentIn(clientSecret))
      expect(stripe.requests.length).toBeGreaterThan(0)
    })
  }
})

test('a script that cannot be loaded shows a message, and can be tried again', async ({
  page,
  stripe,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED')
  await asNewStudent(page)
  await haveSelected(page, NAME)
  stripe.blocked = true
  await page.goto('/dashboard/my-selected-class')
  await page
    .getByRole('main')
    .getByRole('link', { name: `Pay ${NAME}` })
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'The card form could not be loaded.' })).toBeVisible()
  await expect(pay(page)).toBeDisabled()
  stripe.blocked = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(pay(page)).toBeEnabled()
  await payByStripe(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
})

test('the content security policy allows Stripe as its guide says, and no other origin', { tag: EMBEDDED }, async ({
  page,
  stripe,
  expectedErrors,
}) => {
  await begin(page, OTHER)
  const header = (await (await page.goto(page.url()))?.allHeaders())?.['content-security-policy'] ?? ''
  const policy = Object.fromEntries(header.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]))
  const others = (sources: string[] = []) =>
    sources.filter((it) => it !== "'self'" && !it.startsWith("'sha256-")).sort()
  expect(others(policy['script-src'])).toEqual(['https://*.js.stripe.com', 'https://js.stripe.com'])
  expect(others(policy['frame-src'])).toEqual([
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
    'https://js.stripe.com',
  ])
  expect(others(policy['connect-src'])).toEqual(['https://api.stripe.com'])
  expectedErrors.push('elsewhere.example', 'ERR_BLOCKED_BY_CSP')
  const refused = await page.evaluate(async () => {
    const violations = new Set<string>()
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violations.add(effectiveDirective))
    const script = Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/a.js' })
    const frame = Object.assign(document.createElement('iframe'), { src: 'https://elsewhere.example/' })
    document.body.append(script, frame)
    await fetch('https://elsewhere.example/').catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 500))
    return [...violations].sort()
  })
  expect(refused).toEqual(['connect-src', 'frame-src', 'script-src-elem'])
  expect(stripe.requests[0]).toBe('https://js.stripe.com/endive/stripe.js')
})
