import type { Page } from '@playwright/test'
import { readHeader, type SentEmail } from '../../testing/sent-emails.ts'
import { expectNoViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { newEmail } from './student.ts'

const SENT = "Check your inbox: we've e-mailed you a link."

async function subscribe(page: Page, email: string): Promise<void> {
  await page.getByLabel('Newsletter by e-mail').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

function findLink(mail: SentEmail, page: 'confirm' | 'unsubscribe'): string {
  return new RegExp(`http://\\S+/newsletter/${page}\\?token=\\S+`).exec(mail.text ?? '')?.[0] ?? ''
}

test('a visitor subscribes in the footer, confirms by the e-mail’s link, and unsubscribes', async ({
  page,
  nextMailTo,
}) => {
  const email = newEmail()
  await page.goto('/classes')
  await subscribe(page, email)
  await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
  await expect(page.getByLabel('Newsletter by e-mail')).toHaveValue('')

  const mail = await nextMailTo(email)
  await page.goto(findLink(mail, 'confirm'))
  await expect(page).toHaveTitle('Photography School | Newsletter')
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are subscribed.' })).toBeVisible()
  await page.goto(findLink(mail, 'unsubscribe'))
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'You are unsubscribed' })).toBeVisible()
})

test('a link that is opened does nothing until its button is pressed, also where scripts run', async ({
  page,
  nextMailTo,
}) => {
  const email = newEmail()
  await page.request.post('/api/newsletter', { data: { email } })
  const mail = await nextMailTo(email)
  const sent: string[] = []
  page.on('request', (request) => void (request.method() !== 'GET' && sent.push(request.url())))
  const links = [findLink(mail, 'confirm'), findLink(mail, 'unsubscribe'), '/verify-email?token=wrong']
  for (const link of [...links, '/reset-password?token=wrong']) {
    await page.goto(link)
    await expect(page.getByRole('main').getByRole('button').last()).toBeEnabled()
    await page.waitForLoadState('networkidle')
  }
  expect(sent).toEqual([])
})

test('an invalid e-mail shows a message, which disappears when it is corrected', async ({ page }) => {
  await page.goto('/')
  const field = page.getByLabel('Newsletter by e-mail')
  const problem = page.getByRole('contentinfo').getByRole('alert')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(problem).toHaveText('Enter your e-mail address.')
  await expect(field).toBeFocused()
  await field.fill('nobody')
  await expect(problem).toHaveText('Enter an e-mail address like name@example.org.')
  await field.fill('somebody@example.test')
  await expect(problem).toBeHidden()
})

test('the typed e-mail stays when the server cannot be reached or refuses too many requests', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED', '429')
  await page.goto('/')
  const field = page.getByLabel('Newsletter by e-mail')
  const problem = page.getByRole('contentinfo').getByRole('alert')
  await page.route('**/api/newsletter', (route) => route.abort())
  await subscribe(page, 'patient@example.test')
  await expect(problem).toContainText('Check your connection and try again.')
  await page.unroute('**/api/newsletter')
  const json = {
    statusCode: 429,
    code: 'TOO_MANY_REQUESTS',
    error: 'x',
    message: 'Please wait a little and try again.',
  }
  await page.route('**/api/newsletter', (route) => route.fulfill({ status: 429, json }))
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(problem).toHaveText('Please wait a little and try again.')
  await expect(field).toHaveValue('patient@example.test')
})

test('an invalid link says so and shows where to go on', async ({ page, expectedErrors }) => {
  expectedErrors.push('404')
  await page.goto('/newsletter/confirm?token=wrong')
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
  await page.goto('/newsletter/unsubscribe')
  await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
  await page.getByRole('link', { name: 'See the classes' }).click()
  await expect(page).toHaveURL('/classes')
})

test('a link whose request fails can be tried again', async ({ page, expectedErrors }) => {
  expectedErrors.push('ERR_FAILED', '404')
  await page.route('**/api/newsletter/confirm', (route) => route.abort())
  await page.goto('/newsletter/confirm?token=wrong')
  // Until the page is hydrated, the browser sends the form itself.
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
  await page.getByRole('button', { name: 'Confirm my subscription' }).click()
  await expect(page.getByRole('alert')).toContainText("Can't reach the server.")
  await page.unroute('**/api/newsletter/confirm')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
})

test.describe('axe finds nothing', () => {
  test('on its pages and in its messages, which fit on a phone', async ({ page, expectedErrors }) => {
    expectedErrors.push('404')
    const check = async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      await expectNoViolations(page)
    }
    await page.goto('/newsletter/confirm?state=done')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('contentinfo').getByRole('alert')).toBeVisible()
    await check()
    await page.goto('/newsletter/unsubscribe?token=wrong')
    await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await check()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages of the links have a button each, and opening them changes nothing', async ({ page, nextMailTo }) => {
    const email = newEmail()
    await page.request.post('/api/newsletter', { data: { email } })
    const mail = await nextMailTo(email)
    expect(readHeader(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    await page.goto(findLink(mail, 'confirm'))
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(page.getByText('You are subscribed.')).toBeVisible()
    await page.goto(findLink(mail, 'unsubscribe'))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You are unsubscribed')).toBeVisible()
    await page.goto(findLink(mail, 'confirm'))
    await page.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(page.getByRole('alert')).toContainText('This link is incomplete, used or expired.')
  })
})
