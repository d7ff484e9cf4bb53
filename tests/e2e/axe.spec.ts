import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './school.ts'
import { asNewStudent } from './student.ts'

const EVERYONES = ['/', '/classes', '/instructors', '/contact']
const VISITORS = [...EVERYONES, '/login', '/signup']
const STUDENTS = ['student-home', 'my-selected-class', 'payment-history', 'enroll-class'].map(
  (page) => `/dashboard/${page}`,
)
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

for (const theme of ['light', 'dark']) {
  for (const viewport of SIZES) {
    test.describe(`axe finds nothing, ${theme}, ${viewport.width} wide,`, () => {
      test.slow()
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })
      test.beforeEach(({ page }) => page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme))

      test('on the pages of a visitor', ({ page }) => expectNothingFound(page, VISITORS))

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
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([])
  }
}
