import type { Page } from '@playwright/test'
import type { SchoolClass } from '../../contract/classes.ts'
import { toClassPath, toInstructorPath } from '../../contract/slug.ts'
import { PUBLIC_PATHS } from '../../testing/paths.ts'
import { expectNoViolations } from './accessibility.ts'
import { heading, open, PAGES } from './dashboard-pages.ts'
import { expect, test, withPictures } from './fixtures.ts'
import { asNewStudent } from './student.ts'

test.use(withPictures)

const VISITORS = [
  ...PUBLIC_PATHS.map((path) => path.replace('*', 'no-such-page')),
  '/reset-password?token=any',
  '/classes?q=night&level=any',
]
/** The public pages that show a student more than the header, which all of them have. */
const PUBLIC_OF_STUDENTS = ['/', ...PUBLIC_PATHS.filter((path) => /^\/(classes|instructors)/.test(path))]
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
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push('404'))

  for (const paths of splitByFive(VISITORS)) test(`on ${paths.join(' ')}`, ({ page }) => check(page, paths))

  for (const paths of splitByFive([...PUBLIC_OF_STUDENTS, ...STUDENTS])) {
    test(`for a student, on ${paths.join(' ')}`, async ({ page }) => {
      await signIn(page)
      await check(page, paths)
    })
  }

  for (const role of ['instructor', 'admin'] as const) {
    test(`on the pages of the ${role}`, async ({ page }) => {
      await open(page, role, '/dashboard/profile')
      for (const [, path, title] of PAGES[role]) {
        await page.goto(path)
        await expect(heading(page)).toHaveText(title)
        await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
        await expectNoViolations(page)
      }
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
  for (const pattern of paths) {
    const path = await fillAddress(page, pattern)
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectNoViolations(page)
  }
}

/** Returns the path of the first class or instructor for their patterns. */
async function fillAddress(page: Page, pattern: string): Promise<string> {
  if (!pattern.includes(':address')) return pattern
  const [first]: SchoolClass[] = await (await page.request.get('/api/all-classes')).json()
  if (!first) throw new Error('there is no class')
  if (pattern.startsWith('/classes/')) return toClassPath(first)
  return toInstructorPath({ _id: first.instructorId, name: first.instructorName })
}
