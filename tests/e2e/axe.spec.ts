import type { Page } from '@playwright/test'
import { PUBLIC_PATHS } from '../../testing/paths.ts'
import { expectNoViolations } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asNewStudent } from './student.ts'

/** These redirect users who are signed in. */
const VISITORS_ONLY = ['/login', '/signup']
const VISITORS = [
  ...PUBLIC_PATHS.map((path) => path.replace('*', 'no-such-page')),
  '/reset-password?token=any',
  '/classes?q=night&level=any',
]
const EVERYONE = VISITORS.filter((path) => !VISITORS_ONLY.includes(path))
const STUDENTS = [
  'student-home',
  'my-selected-class',
  'payment-history',
  'enroll-class',
  'profile',
  'no-such-page',
].map((page) => `/dashboard/${page}`)

test.describe('axe finds nothing, in either theme, on a phone and on a screen,', () => {
  test.slow()
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push('404'))

  for (const paths of splitByFive(VISITORS)) test(`on ${paths.join(' ')}`, ({ page }) => check(page, paths))

  for (const paths of splitByFive([...EVERYONE, ...STUDENTS])) {
    test(`for a student, on ${paths.join(' ')}`, async ({ page }) => {
      await signIn(page)
      await check(page, paths)
    })
  }
})

function splitByFive(paths: string[]): string[][] {
  const first = paths.slice(0, 5)
  return first.length ? [first, ...splitByFive(paths.slice(5))] : []
}

async function signIn(page: Page): Promise<void> {
  await asNewStudent(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
}

async function check(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectNoViolations(page)
  }
}
