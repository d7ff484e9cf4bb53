import type { Page } from '@playwright/test'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, becomeDemo } from './demo-people.ts'
import { expect, test } from './fixtures.ts'

const combobox = (page: Page) => page.getByRole('combobox', { name: 'Search people, classes, payments and pages' })

test('an admin searches the school by keyboard, and the focus returns on Escape', async ({ page }) => {
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Control+k')
  await expect(combobox(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toBeFocused()

  await page.getByRole('button', { name: 'Find' }).click()
  await combobox(page).fill('ingrid')
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toContainText(['Ingrid Solheim'])
  await expect(page.getByRole('group', { name: 'Classes' }).getByRole('option').first()).toContainText('Ingrid Solheim')
  await expectNoViolations(page)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  const active = page.getByRole('option', { selected: true })
  await expect(active).toHaveText(/^Ingrid Solheim/)
  await expect(combobox(page)).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/all-users?q=instructor%40demo.school')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a part that does not load leaves the page as it is, and loads at the next attempt', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('ERR_FAILED')
  const chunk = '**/assets/search-dialog.view-*.js'
  await asDemo(page, 'admin')
  await page.goto('/dashboard/all-users')
  await page.getByRole('searchbox').fill('ingrid')
  await page.route(chunk, (route) => route.abort())
  await page.getByRole('button', { name: 'Find' }).click()
  const message = "We couldn't load this. Check your connection and try again."
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('ingrid')
  await page.unroute(chunk)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(combobox(page)).toBeFocused()
})

test('every row of the lists of admins and instructors can be reached by keyboard', async ({ page }) => {
  const rows = page.locator('main').locator('tbody tr:visible, .record-list > li, .run-item')
  const unreachable = rows.filter({ hasNot: page.locator('a[href], button:enabled, input:enabled') })
  for (const [role, paths] of [
    ['admin', ['admin-home', 'all-users', 'activity']],
    ['instructor', ['dates']],
  ] as const) {
    await becomeDemo(page, role)
    for (const path of paths) {
      await page.goto(`/dashboard/${path}`)
      await expect(rows.first()).toBeVisible()
      await expect(unreachable, path).toHaveCount(0)
    }
  }
})
