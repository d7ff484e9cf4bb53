import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { PUBLIC_ADDRESSES } from '../addresses.ts'
import { expect, test } from './school.ts'
import { asNewStudent } from './student.ts'

/** Whoever is signed in is led away from these. */
const VISITORS_ONLY = ['/login', '/signup']
const VISITORS = [
  ...PUBLIC_ADDRESSES.map((address) => address.replace('*', 'no-such-page')),
  '/reset-password?token=any',
]
const EVERYONES = VISITORS.filter((path) => !VISITORS_ONLY.includes(path))
const STUDENTS = [
  'student-home',
  'my-selected-class',
  'payment-history',
  'enroll-class',
  'profile',
  'no-such-page',
].map((page) => `/dashboard/${page}`)
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

for (const theme of ['light', 'dark']) {
  for (const viewport of SIZES) {
    test.describe(`axe finds nothing, ${theme}, ${viewport.width} wide,`, () => {
      test.slow()
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })
      test.beforeEach(async ({ page, expectedErrors }) => {
        expectedErrors.push('404')
        await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      })

      test('on every public page', ({ page }) => expectNothingFound(page, VISITORS))

      test('on the pages of a student', async ({ page }) => {
        await asNewStudent(page)
        await page.goto('/login')
        await expect(page).toHaveURL('/')
        await expectNothingFound(page, [...EVERYONES, ...STUDENTS])
      })
    })
  }
}

async function expectNothingFound(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([])
  }
}
