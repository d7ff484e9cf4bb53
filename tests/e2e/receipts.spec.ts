import type { Page } from '@playwright/test'
import { asDemo, becomeDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy } from './student.ts'

const receiptLink = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Receipt/ })

test('the success screen and the history link to a complete receipt', async ({ page }) => {
  test.slow()
  const email = await asNewStudent(page)
  await buy(page, 'Dew Before Breakfast')
  const transactionId = /pi_\w+/.exec((await page.getByText('Your TransactionId is').textContent()) ?? '')?.[0] ?? ''
  await receiptLink(page).click()
  await expect(page).toHaveTitle(/^Photography School \| Receipt \d+$/)
  const paper = page.getByRole('article')
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(/^Receipt \d+$/)
  await expect(paper.locator('address')).toHaveText('Photography School19 Harbour Street, Lightwickhello@demo.school')
  await expect(paper.getByRole('definition')).toHaveText([
    'Dew Before Breakfast',
    /^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, 20\d\d, \d\d:\d\d \(Europe\/Oslo\)$/,
    /^\d{6}$/,
    `Nora Berg${email}`,
    'Card',
    transactionId,
    '$98.00',
  ])
  await expect(paper.locator('time')).toHaveAttribute('datetime', new RegExp(`^${new Date().getUTCFullYear()}-`))
  await expect(paper).not.toContainText('Refunded')
  await expectToFit(page)

  await page.goto('/dashboard/payment-history')
  await receiptLink(page).click()
  await expect(page.getByRole('article')).toContainText(transactionId)
})

test('printing contains the receipt only, on white, in either theme', async ({ page }) => {
  await asDemo(page, 'student')
  await page.goto('/dashboard/payment-history')
  await receiptLink(page).first().click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.evaluate(() => {
    window.print = () => void document.documentElement.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')

  await page.emulateMedia({ media: 'print' })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme)
    const around = [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('navigation')]
    for (const one of [...around, page.getByRole('button'), page.getByRole('link')]) await expect(one).toHaveCount(0)
    await expect(page.getByRole('article')).toBeVisible()
    const colors = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return {
        background: backgroundColor,
        paper: getComputedStyle(document.querySelector('.receipt') ?? document.body).backgroundColor,
        text: color,
      }
    })
    expect(colors.background).toBe('rgb(255, 255, 255)')
    expect(colors.text).toBe('rgb(0, 0, 0)')
    expect(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']).toContain(colors.paper)
  }
})

test('another user’s receipt is not found, with a link back; an admin sees it', async ({ page, expectedErrors }) => {
  expectedErrors.push('404')
  await asNewStudent(page)
  await buy(page, 'Stairs and Hard Shadows')
  await receiptLink(page).click()
  await expect(page.getByRole('article')).toBeVisible()
  const address = page.url()

  await becomeDemo(page, 'student')
  await page.goto(address)
  await expect(page.getByText("We couldn't find that receipt.")).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Payment History' }).last().click()
  await expect(page).toHaveURL('/dashboard/payment-history')

  await becomeDemo(page, 'admin')
  await page.goto(address)
  await expect(page.getByRole('article')).toContainText('Stairs and Hard Shadows')
})
