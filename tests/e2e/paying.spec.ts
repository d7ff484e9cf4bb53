import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { demoCalls } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { asNewStudent, buy, goToPayment, haveSelected, paid, payWith, readToken } from './student.ts'

test('a card that was charged while the network failed is not charged again', async ({ page, expectedErrors }) => {
  await asNewStudent(page)
  await haveSelected(page, 'Small Machines')
  await goToPayment(page, 'Small Machines')
  expectedErrors.push('ERR_FAILED')
  let confirmed = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) confirmed++
  })
  await page.route('**/api/payments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.unroute('**/api/payments')
  await page.getByRole('button', { name: /try again/i }).click()
  await expect(paid(page)).toBeVisible()
  expect(confirmed).toBe(1)
})

test('a browser that was closed after the charge finds the payment done when it returns', async ({
  page,
  expectedErrors,
}) => {
  await asNewStudent(page)
  await haveSelected(page, 'Reading Negatives')
  await goToPayment(page, 'Reading Negatives')
  expectedErrors.push('ERR_FAILED', '404')
  await page.route('**/api/payments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await payWith(page, '4242 4242 4242 4242')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.unroute('**/api/payments')
  const enrolled = async () => {
    await page.goto('/dashboard/enroll-class')
    await page.getByRole('heading', { name: /My Enrolled Classes/ }).waitFor()
    return page.getByRole('row').filter({ hasText: 'Reading Negatives' }).count()
  }
  const payment = page.url()
  await expect.poll(enrolled, { timeout: 15_000 }).toBe(1)
  await page.goto(payment)
  await expect(paid(page)).toBeVisible()
})

test('the order has as much room as the card form, whose test cards are folded', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await asNewStudent(page)
  await haveSelected(page, 'Storm Light')
  await haveSelected(page, 'Winter Dunes')
  const form = page.locator('form').filter({ has: page.getByLabel('Card number') })
  const expectRoom = async (order: Locator) => {
    const [left, right] = [await order.boundingBox(), await form.boundingBox()]
    expect(left?.width).toBeGreaterThanOrEqual(right?.width ?? 9999)
  }
  await goToPayment(page, 'Storm Light')
  await expectRoom(page.locator('.checkout-print'))
  await page.goto('/dashboard/payment/all')
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectRoom(page.getByRole('region', { name: 'Your classes' }))
  const declined = page.getByText('4000 0000 0000 0002')
  await expect(declined).toBeHidden()
  await page.getByText('Test card 4242 4242 4242 4242').click()
  await expect(declined).toBeVisible()
})

test('a double click pays once', async ({ page }) => {
  await asNewStudent(page)
  await haveSelected(page, 'Storm Light')
  await goToPayment(page, 'Storm Light')
  await expect(page.getByText('Test mode: no card is charged.')).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay/ }).dblclick()
  await expect(paid(page)).toBeVisible()
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: 'Storm Light' })).toHaveCount(1)
})

test('a wrong card number shows a message before anything is sent', async ({ page }) => {
  await asNewStudent(page)
  await haveSelected(page, 'Façades with a Long Lens')
  await goToPayment(page, 'Façades with a Long Lens')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm')) sent++
  })
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(sent).toBe(0)
})

/** A response of the server with an error code. */
function refusal(code: string, message: string) {
  return { status: 409, json: { statusCode: 409, code, error: 'Conflict', message } }
}

/** Opens the payment page of the only class in the cart; it may show a message in place of the card form. */
async function openPayment(page: Page): Promise<void> {
  await page.goto('/dashboard/my-selected-class')
  await page.getByRole('main').getByRole('link', { name: /^Pay / }).click()
}

test('a payment that is refunded shows a message with a link to other classes, and never as a success', async ({
  page,
  expectedErrors,
}) => {
  const name = 'Autumn on the Water'
  const words = 'The last seat was taken before your payment arrived, so you are not enrolled.'
  await asNewStudent(page)
  await haveSelected(page, name)
  await goToPayment(page, name)
  // The server's part has its own tests; this is about its response.
  const cartId = page.url().split('/').at(-1) ?? ''
  const refund = { reason: 'seat_gone', status: 'queued', created_at: Date.now() }
  const payment = {
    ...{ _id: cartId, email: '', name: '', transactionId: 'pi_returned', price: 148, currency: 'usd', cartId },
    ...{ classId: cartId, classImage: '', className: name, status: 'refunded', receipt: 1, refund },
    ...{ cancel_until: null, created_at: Date.now() },
  }
  expectedErrors.push('409', '404')
  await page.route('**/api/payments', (route) => route.fulfill(refusal('MONEY_RETURNED', words)))
  await page.route('**/api/payments?*', (route) => route.fulfill({ json: [payment] }))
  const gone = { statusCode: 404, code: 'NOT_FOUND', error: 'Not Found', message: 'There is nothing here.' }
  await page.route(`**/api/cart/${cartId}`, (route) => route.fulfill({ status: 404, json: gone }))
  await payWith(page, '4242 4242 4242 4242')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText(words)
  await expect(alert).toContainText("We're refunding the full amount.")
  await expect(page.getByRole('button', { name: /try again/i })).toHaveCount(0)
  await expect(paid(page)).toHaveCount(0)

  await page.reload()
  await expect(alert).toContainText(words)
  await expect(paid(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Find another class' }).click()
  await expect(page).toHaveURL('/classes')
})

test('a payment that was cancelled later does not show as done when its page is opened again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  await asNewStudent(page)
  await buy(page, 'Arcades at Four O’Clock')
  const payment = page.url()
  await page.goto('/dashboard/payment-history')
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Yes, cancel it!' }).click()
  await expect(page.getByRole('button', { name: /^Refunded/ })).toBeVisible()
  await page.goto(payment)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You cancelled your enrolment.')
  await expect(paid(page)).toHaveCount(0)
})

const REFUSALS = [
  ['SEATS_GONE', 'Sorry, the last seat of this class has just been taken.', ['Find another class']],
  ['HOLD_USED_UP', "You've held a seat for an hour, our limit.", ['My Selected Classes']],
  ['ATTEMPT_CLOSED', 'This payment is over.', ['Start again', 'My Selected Classes']],
  ['SEATS_HELD', 'All remaining seats are in checkout.', ['Try again']],
  ['ALREADY_ENROLLED', 'You are already enrolled in this class.', ['Play Class']],
] as const

test('where paying cannot begin, the page says why and what to do next, and axe finds nothing', async ({
  page,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('409')
  await asNewStudent(page)
  await haveSelected(page, 'Winter Dunes')
  const main = page.getByRole('main')
  const state = main.locator('.state')
  for (const [code, words, next] of REFUSALS) {
    await page.route('**/api/create-payment-intent', (route) => route.fulfill(refusal(code, words)))
    await openPayment(page)
    await expect(main.getByRole('alert')).toHaveText(words)
    await expect(state.getByRole('link').or(state.getByRole('button'))).toHaveText([...next])
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    if (code === 'ATTEMPT_CLOSED') await expectNoViolations(page)
    await page.unroute('**/api/create-payment-intent')
    if (!next.some((label) => /again/.test(label))) continue
    await state.getByRole('button').click()
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
  }
})

test('a student whose enrolment came from this cart item sees the payment as done', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  const name = 'Night Harbour'
  await asNewStudent(page)
  await haveSelected(page, name)
  const items = page.waitForResponse((answer) => /\/api\/cart\/[^/]+$/.test(answer.url()))
  await goToPayment(page, name)
  const item = await (await items).json()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  // As in a tab with old data.
  await page.route('**/api/cart/*', (route) => route.fulfill({ json: item }))
  const words = 'You are already enrolled in this class.'
  await page.route('**/api/create-payment-intent', (route) => route.fulfill(refusal('ALREADY_ENROLLED', words)))
  await page.reload()
  await expect(paid(page)).toBeVisible()
})

test('a changed price is shown, and then it can be paid', async ({ page, expectedErrors }) => {
  expectedErrors.push('409')
  const name = 'Misty Lake Mornings'
  await asNewStudent(page)
  await haveSelected(page, name)
  let requests = 0
  await page.route('**/api/cart/*', async (route) => {
    const response = await route.fetch()
    const item = await response.json()
    await route.fulfill({ response, json: requests++ === 0 ? { ...item, price: 99 } : item })
  })
  await openPayment(page)
  const changed = page.getByRole('status').filter({ hasText: 'has changed from $99.00 to $155.00' })
  await expect(changed).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeEnabled()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  expect(requests).toBe(2)
})

test('a price that rises is not raised while a student holds a seat, and can be accepted and paid after that', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('400', '409')
  const name = 'Storm Light'
  await asNewStudent(page)
  await haveSelected(page, name)
  await goToPayment(page, name)
  const { call, email } = await demoCalls(application, 'instructor')
  const schoolClass = (await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })).find(
    ({ className }) => className === name,
  )
  const params = { id: schoolClass?._id ?? '' }
  const price = schoolClass?.price ?? 0
  await call(api.changeClass, { params, body: { price: price + 10 } })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveText(`Pay $${price}.00`)
  const headers = { authorization: `Bearer ${await readToken(page)}` }
  const [hold] = await (await page.request.get('/api/holds', { headers })).json()
  expect((await page.request.post(`/api/hold/${hold._id}/release`, { headers })).ok()).toBe(true)
  await payWith(page, '4242 4242 4242 4242')
  const problem = page.getByRole('main').getByRole('alert')
  await expect(problem).toContainText('The price has risen since you selected it.')
  await expect(problem).toContainText(`It was $${price}.00 and is now $${price + 10}.00.`)
  await expect(problem).toBeFocused()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.getByRole('button', { name: `Accept $${price + 10}.00 for ${name}` }).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await call(api.changeClass, { params, body: { price } })
  await page.goto('/dashboard/payment-history')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(`$${price + 10}.00`)
})

test('a checkout that has expired charges nothing, and continues with a new form', async ({ page, expectedErrors }) => {
  expectedErrors.push('400')
  const name = 'Dew Before Breakfast'
  await asNewStudent(page)
  await haveSelected(page, name)
  await goToPayment(page, name)
  // The provider's response for an intent that the server has canceled.
  const error = { message: 'Canceled.', payment_intent: { status: 'canceled' } }
  await page.route('**/confirm', (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 })
  await payWith(page, '4242 4242 4242 4242')
  const notice = page.getByRole('status').filter({ hasText: 'This checkout had expired. Nothing was charged.' })
  await expect(notice).toBeFocused()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
})

test('the checkout says what is paid to whom, how long the seat is held, until when it can be cancelled, and loads its fields again', async ({
  page,
  expectedErrors,
}) => {
  const name = 'Misty Lake Mornings'
  await asNewStudent(page)
  await haveSelected(page, name)
  expectedErrors.push('ERR_FAILED')
  await page.route('**/assets/sandbox-fields-*.js', (route) => route.abort(), { times: 1 })
  await page.goto('/dashboard/my-selected-class')
  await page.getByRole('link', { name: `Pay ${name}` }).click()
  const problem = "We couldn't load this. Check your connection and try again."
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: problem })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  const main = page.getByRole('main')
  const total = await main.getByText('Total').locator('..').getByRole('strong').textContent()
  await expect(page.getByRole('button', { name: `Pay ${total}`, exact: true })).toBeVisible()
  await expect(main.getByText(/^with \S+/)).toBeVisible()
  await expect(main.getByText(/^We hold your seat for 15 minutes, until \d\d:\d\d \(Europe\/Oslo\)\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveAccessibleDescription(
    /^Full refund until \w+, \w+ \d+, (\d{4}, )?\d\d:\d\d \(\S+\) Refund terms$/,
  )
  await expect(main.getByRole('link', { name: 'Refund terms' })).toHaveAttribute('href', '/refunds')
  const cart = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Selected Classes' })
  await expect(cart.last()).toHaveAttribute('data-around', 'true')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(page.getByLabel('Card number')).toBeInViewport({ ratio: 1 })
})

test('the keyboard focus follows from Select to the payment’s result, and from a removed row to the next', async ({
  page,
}) => {
  const [first, second] = ['Small Machines', 'Reading Negatives']
  await asNewStudent(page)
  await haveSelected(page, second)
  await page.goto('/classes')
  const select = page.getByRole('button', { name: `Select ${first}` })
  await expect(page.getByRole('link', { name: 'Cart: 1' })).toBeVisible()
  await select.focus()
  await page.keyboard.press('Enter')
  await expect(select).toBeDisabled()
  await expect(select).toHaveAccessibleDescription(/^Selected/)
  await expect(page.getByRole('link', { name: `Go to your cart ${first}` })).toBeFocused()

  await page.goto('/dashboard/my-selected-class')
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await page.getByRole('button', { name: `Delete ${second}` }).press('Enter')
  const question = page.getByRole('dialog')
  await expect(question).toContainText(`${second} leaves your cart.`)
  await question.getByRole('button', { name: 'Yes, delete it!' }).press('Enter')
  await expect(page.getByRole('button', { name: `Delete ${first}` })).toBeFocused()

  await page
    .getByRole('main')
    .getByRole('link', { name: `Pay ${first}` })
    .press('Enter')
  await expect(heading).toHaveText('Payment')
  await expect(heading).toBeFocused()
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeFocused()

  await haveSelected(page, second)
  await page.goto('/dashboard/my-selected-class')
  await page.getByRole('button', { name: `Delete ${second}` }).press('Enter')
  await question.getByRole('button', { name: 'Yes, delete it!' }).press('Enter')
  await expect(page.getByText('You have not selected a class yet.')).toBeVisible()
  await expect(heading).toBeFocused()
})
