import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { headerOf, type ReadMail } from '../mails.ts'
import { expect, test } from './school.ts'
import { newEmail } from './student.ts'

const SENT = 'Please look into your mailbox: a letter with a link is on its way.'

async function askFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('Newsletter by e-mail').fill(email)
  await page.getByRole('button', { name: 'Subscribe' }).click()
}

function linkIn(mail: ReadMail, page: 'confirm' | 'unsubscribe'): string {
  return new RegExp(`http://\\S+/newsletter/${page}\\?token=\\S+`).exec(mail.text ?? '')?.[0] ?? ''
}

test('a visitor subscribes at the foot of a page, confirms by the letter, and unsubscribes again', async ({
  page,
  nextMailTo,
}) => {
  const email = newEmail()
  await page.goto('/classes')
  await askFor(page, email)
  await expect(page.getByRole('status').filter({ hasText: SENT })).toBeVisible()
  await expect(page.getByLabel('Newsletter by e-mail')).toHaveValue('')

  const mail = await nextMailTo(email)
  await page.goto(linkIn(mail, 'confirm'))
  await expect(page).toHaveTitle('Photography School | Newsletter')
  await expect(page.getByRole('status').filter({ hasText: 'You are subscribed.' })).toBeVisible()
  await page.goto(linkIn(mail, 'unsubscribe'))
  await expect(page.getByRole('status').filter({ hasText: 'You are unsubscribed' })).toBeVisible()
})

test('an address that is none is told in words, which go as it is mended', async ({ page }) => {
  await page.goto('/')
  const field = page.getByLabel('Newsletter by e-mail')
  const problem = page.getByRole('contentinfo').getByRole('alert')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(problem).toHaveText('Please write your e-mail address.')
  await expect(field).toBeFocused()
  await field.fill('nobody')
  await expect(problem).toHaveText('Please write the address as name@example.org.')
  await field.fill('somebody@example.test')
  await expect(problem).toBeHidden()
})

test('what was typed stays when the school cannot be reached or was asked too often', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED', '429')
  await page.goto('/')
  const field = page.getByLabel('Newsletter by e-mail')
  const problem = page.getByRole('contentinfo').getByRole('alert')
  await page.route('**/api/newsletter', (route) => route.abort())
  await askFor(page, 'patient@example.test')
  await expect(problem).toContainText('Please check your connection and try again.')
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

test('a link that is wrong says so and leads on', async ({ page, expectedErrors }) => {
  expectedErrors.push('404')
  await page.goto('/newsletter/confirm?token=wrong')
  await expect(page.getByRole('alert')).toContainText('This link is not complete.')
  await page.goto('/newsletter/unsubscribe')
  await expect(page.getByRole('alert')).toContainText('This link is not complete.')
  await page.getByRole('link', { name: 'See the classes' }).click()
  await expect(page).toHaveURL('/classes')
})

test('a link that cannot be followed right now can be tried again', async ({ page, expectedErrors }) => {
  expectedErrors.push('ERR_FAILED', '404')
  await page.route('**/api/newsletter/confirm', (route) => route.abort())
  await page.goto('/newsletter/confirm?token=wrong')
  await expect(page.getByRole('alert')).toContainText('The school cannot be reached.')
  await page.unroute('**/api/newsletter/confirm')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('This link is not complete.')
})

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing on its pages and in its words, ${theme}, 390 wide`, async ({ page, expectedErrors }) => {
    expectedErrors.push('404')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    const expectNothingFound = async () => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    }
    await page.goto('/newsletter/confirm?state=done')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('contentinfo').getByRole('alert')).toBeVisible()
    await expectNothingFound()
    await page.goto('/newsletter/unsubscribe?token=wrong')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectNothingFound()
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages of the links have a button each, and opening them does nothing', async ({ page, nextMailTo }) => {
    const email = newEmail()
    await page.request.post('/api/newsletter', { data: { email } })
    const mail = await nextMailTo(email)
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    await page.goto(linkIn(mail, 'confirm'))
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(page.getByText('You are subscribed.')).toBeVisible()
    await page.goto(linkIn(mail, 'unsubscribe'))
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You are unsubscribed')).toBeVisible()
    await page.goto(linkIn(mail, 'confirm'))
    await page.getByRole('button', { name: 'Confirm my subscription' }).click()
    await expect(page.getByRole('alert')).toContainText('This link is not good any more.')
  })
})
