import type { Page } from '@playwright/test'
import { type Prepared, prepare } from '../../ops/screenshots/people.ts'
import { findShots, type Shot } from '../../ops/screenshots/shots.ts'
import { toPath } from '../../ops/screenshots/take.ts'
import { PUBLIC_PATHS } from '../../testing/paths.ts'
import { expectNoViolations } from './accessibility.ts'
import { PAGES } from './dashboard-pages.ts'
import { asDemo, type DemoRole } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { listFaultsOfLargeText } from './large-text.ts'
import { asNewStudent } from './student.ts'

test.use(withPictures)
haveOwnApplication()

let prepared: Prepared

test.beforeAll(async ({ application }) => {
  prepared = await prepare(application.url)
})

type Visit = Pick<Shot, 'viewer' | 'path' | 'query' | 'fill'>

const SHOTS: Visit[] = findShots([]).filter(({ drawer }) => !drawer)

const FILL: Record<string, Visit['fill']> = {
  '/classes/:address': 'classAddress',
  '/instructors/:address': 'instructorAddress',
}

const ROLES: DemoRole[] = ['student', 'instructor', 'admin']

/** Pages that have no screenshot of this viewer: public ones, those that show a student more than the header, and those of the menus. */
const FURTHER: Visit[] = [
  ...PUBLIC_PATHS.map((path): Visit => ({ viewer: 'visitor', path, fill: FILL[path] })),
  { viewer: 'visitor', path: '/classes', query: '?q=night&level=any' },
  ...['/', ...PUBLIC_PATHS.filter((path) => /^\/(classes|instructors)/.test(path))].map(
    (path): Visit => ({ viewer: 'student', path, fill: FILL[path] }),
  ),
  ...ROLES.flatMap((viewer) => PAGES[viewer].map(([, path]): Visit => ({ viewer, path }))),
]

const OTHERS = FURTHER.filter(
  ({ viewer, path, query }) => query || !SHOTS.some((shot) => shot.viewer === viewer && shot.path === path),
)

const VISITS = [...SHOTS, ...OTHERS]

/** Runs in the page. Counts the cards that are not laid out yet. */
const countHidden = (cards: Element[]) =>
  cards.filter((card) => getComputedStyle(card).contentVisibility !== 'visible').length

async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
  // Until then, a card below the screen covers its own links.
  await expect.poll(() => page.locator('.print').evaluateAll(countHidden)).toBe(0)
}

test.describe('axe finds nothing in either theme, and with letters of twice the size nothing is cut, covered or too wide,', () => {
  test.slow()
  test.beforeEach(({ expectedErrors }) => void expectedErrors.push('404'))

  for (const viewer of ['visitor', ...ROLES] as const)
    for (const [number, visits] of splitByEight(VISITS.filter((visit) => visit.viewer === viewer)).entries())
      test(`on pages of the ${viewer}, ${number + 1}: from ${visits[0]?.path}`, async ({ page }) => {
        if (viewer !== 'visitor') await asDemo(page, viewer)
        for (const visit of visits) {
          const path = toPath(visit as Shot, prepared)
          await openLoaded(page, path)
          await expectNoViolations(page)
          expect(await listFaultsOfLargeText(page), path).toEqual([])
        }
      })
})

function splitByEight(visits: Visit[]): Visit[][] {
  const first = visits.slice(0, 8)
  return first.length ? [first, ...splitByEight(visits.slice(8))] : []
}

test('axe finds nothing on the pages of a student who has nothing yet', async ({ page }) => {
  test.slow()
  await asNewStudent(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  for (const name of ['student-home', 'my-selected-class', 'payment-history', 'enroll-class', 'profile']) {
    await openLoaded(page, `/dashboard/${name}`)
    await expectNoViolations(page)
  }
})
