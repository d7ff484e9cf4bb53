import type { WebhookDelivery } from '../../contract/webhooks.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent } from './student.ts'

test('a student creates an access token, sees it once, uses it and revokes it', async ({ page, request }) => {
  const email = await asNewStudent(page)
  await page.goto('/dashboard/profile')
  const section = page.getByRole('region', { name: 'Access tokens' })
  await expect(section.getByText('You have no access tokens.')).toBeVisible()
  await section.getByRole('button', { name: 'New token' }).click()
  await section.getByRole('button', { name: 'Create token' }).click()
  await expect(section.getByText('Name is required')).toBeVisible()
  await expect(section.getByText('Choose at least one permission')).toBeVisible()
  await section.getByLabel('Token name').fill('Accounting')
  await section.getByLabel('Expires after').selectOption('90 days')
  await section.getByRole('checkbox', { name: 'Read payments' }).check()
  await expect(section.getByRole('checkbox', { name: 'Read activity' })).toHaveCount(0)
  await expectNoViolations(page)
  await section.getByRole('button', { name: 'Create token' }).click()
  await expect(section.getByRole('heading', { name: 'Your new token' })).toBeFocused()
  const token = (await section.getByText(/^phs_\w{42}$/).textContent()) ?? ''
  const row = section.getByRole('listitem').filter({ hasText: 'Accounting' })
  await expect(row).toContainText('payments:read')
  await expect(row).toContainText('Never used')

  const read = () => request.get(`/api/payments?email=${email}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status()).toBe(200)
  await section.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByText(token)).toHaveCount(0)
  await page.reload()
  await expect(row).toContainText('Last used')
  await expect(page.getByText(token)).toHaveCount(0)
  await row.getByRole('button', { name: 'Revoke Accounting' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, revoke it!' }).click()
  await expect(section.getByText('You have no access tokens.')).toBeVisible()
  expect((await read()).status()).toBe(401)
})

test('an admin adds a webhook, replaces its secret, disables it, and sends a failed message again', async ({
  page,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('400')
  await asDemo(page, 'admin')
  await page.goto('/dashboard/api')
  await expect(page).toHaveTitle('Photography School | API')
  await expect(page.getByRole('paragraph').getByRole('link', { name: 'API' })).toHaveAttribute('href', '/api/docs')
  const form = page.getByRole('form', { name: 'Add a webhook' })
  await form.getByLabel('URL').fill('https://127.0.0.1/hook')
  await form.getByRole('checkbox', { name: /^A class is approved/ }).check()
  await form.getByRole('button', { name: 'Add webhook' }).click()
  await expect(form.getByRole('alert')).toHaveText('url: must lead to a public address, not into a private network')
  await form.getByLabel('URL').fill('https://93.184.215.14/hook')
  await form.getByRole('button', { name: 'Add webhook' }).click()
  const secret = page.getByText(/^whsec_/)
  const first = await secret.textContent()
  const webhook = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(webhook).toContainText('https://93.184.215.14/hookclass.approved')
  await webhook.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, make one!' }).click()
  await expect(secret).not.toHaveText(first ?? '')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(secret).toHaveCount(0)
  await webhook.getByRole('button', { name: 'Disable' }).click()
  await expect(webhook).toContainText('It receives nothing.')
  await webhook.getByRole('button', { name: 'Enable' }).click()
  await expect(webhook).not.toContainText('It receives nothing.')
  await expectNoViolations(page)

  const failed: WebhookDelivery = {
    _id: '1',
    message_id: 'msg_1',
    type: 'class.approved',
    attempt: 1,
    status: 503,
    problem: 'it responded with 503',
    duration: 120,
    created_at: 0,
  }
  const again = { ...failed, _id: '2', attempt: 2, status: 204, problem: null }
  let isSentAgain = false
  await page.route('**/api/webhook/*/deliveries*', (route) => {
    const json = isSentAgain ? [again, failed] : [failed]
    return route.fulfill({ json, headers: { 'x-total-count': `${json.length}` } })
  })
  await page.route('**/api/webhook-delivery/1/repetition', (route) => {
    isSentAgain = true
    return route.fulfill({ json: { modifiedCount: 1 } })
  })
  await webhook.getByRole('link', { name: 'Deliveries' }).click()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('it responded with 503')
  await expect(page.getByText('https://93.184.215.14/hook')).toBeVisible()
  await rows.nth(1).getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => messages).toContain('Sending it again')
  await expect(rows.nth(1)).toContainText('204 delivered')
  await expectToFit(page)
  await expectNoViolations(page)
})
