import type { Page } from '@playwright/test'
import { PUBLIC_ADDRESSES } from '../addresses.ts'
import { expectNothingFound } from './nothing-found.ts'
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

test.describe('axe finds nothing, in either theme, on a phone and on a screen,', () => {
  test.slow()
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push('404'))

  for (const paths of handfulsOf(VISITORS)) test(`on ${paths.join(' ')}`, ({ page }) => lookAt(page, paths))

  for (const paths of handfulsOf([...EVERYONES, ...STUDENTS])) {
    test(`for a student, on ${paths.join(' ')}`, async ({ page }) => {
      await signIn(page)
      await lookAt(page, paths)
    })
  }
})

function handfulsOf(paths: string[]): string[][] {
  const first = paths.slice(0, 5)
  return first.length ? [first, ...handfulsOf(paths.slice(5))] : []
}

async function signIn(page: Page): Promise<void> {
  await asNewStudent(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
}

async function lookAt(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectNothingFound(page)
  }
}
