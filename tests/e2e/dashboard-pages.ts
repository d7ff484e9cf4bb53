/** The pages that the side menu of each role lists, and the places of their parts. */
import { expect, type Locator, type Page } from '@playwright/test'
import { asDemo, type DemoRole } from './demo-people.ts'

/** The next session of a home, which is called Now from its start on. */
export const nextSession = (page: Page) => page.getByRole('main').getByRole('region', { name: /^(Next session|Now)$/ })

/** Each role's pages in the order of the side menu: label, path and heading. */
export const PAGES: Record<DemoRole, [label: string, path: string, heading: string][]> = {
  student: [
    ['Student Home', '/dashboard/student-home', 'Hello, Maren Dahl'],
    ['My Selected Classes', '/dashboard/my-selected-class', 'My Selected Classes'],
    ['My Enrolled Classes', '/dashboard/enroll-class', 'My Enrolled Classes'],
    ['Payment History', '/dashboard/payment-history', 'Payment History'],
    ['Credit', '/dashboard/credit', 'Credit'],
    ['Profile', '/dashboard/profile', 'Hello, Maren Dahl'],
    ['Briefs', '/dashboard/briefs', 'Briefs'],
  ],
  instructor: [
    ['Instructor Home', '/dashboard/instructor-home', 'Hello, Ingrid Solheim'],
    ['Add a Class', '/dashboard/add-class', 'Add a Class'],
    ['My Class', '/dashboard/my-class', 'My Class'],
    ['Profile', '/dashboard/profile', 'Hello, Ingrid Solheim'],
    ['Dates', '/dashboard/dates', 'Dates'],
    ['Critique', '/dashboard/critique', 'Critique'],
  ],
  admin: [
    ['Admin Home', '/dashboard/admin-home', 'Hello, Astrid Holm'],
    ['Manage Classes', '/dashboard/manage-class', 'Manage Classes'],
    ['Manage Users', '/dashboard/all-users', 'Manage Users'],
    ['Profile', '/dashboard/profile', 'Hello, Astrid Holm'],
    ['Choices', '/dashboard/choices', 'Choices'],
    ['Terms', '/dashboard/terms', 'Terms'],
    ['Critique', '/dashboard/critique', 'Critique'],
    ['Payments', '/dashboard/payments', 'Payments'],
    ['Orders', '/dashboard/orders', 'Orders'],
    ['Withdrawals', '/dashboard/withdrawals', 'Withdrawals'],
    ['Coupons', '/dashboard/coupons', 'Coupons'],
    ['Vouchers', '/dashboard/vouchers', 'Vouchers'],
    ['School', '/dashboard/school', 'School'],
    ['Slides', '/dashboard/slides', 'Slides'],
    ['Reviews', '/dashboard/reviews', 'Reviews'],
    ['Pages', '/dashboard/pages', 'Pages'],
    ['Newsletter', '/dashboard/newsletter', 'Newsletter'],
    ['E-mails', '/dashboard/emails', 'E-mails'],
    ['Activity', '/dashboard/activity', 'Activity'],
    ['Import', '/dashboard/import', 'Import'],
    ['Status', '/dashboard/status', 'Status'],
    ['API', '/dashboard/api', 'API'],
  ],
}

/** Signs in a demo account and opens a page of the dashboard. */
export async function open(page: Page, role: DemoRole, path: string): Promise<void> {
  await asDemo(page, role)
  await page.goto(path)
  await expect(page).toHaveURL(path)
}

export const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** Expects two parts of a page to begin at one height, so that they are beside each other, once the page has loaded. */
export async function expectBeside(one: Locator, other: Locator): Promise<void> {
  const measure = async () => {
    const [first, second] = await Promise.all([one.boundingBox(), other.boundingBox()])
    if (!first || !second) return null
    return { down: Math.round(second.y - first.y), isApart: second.x > first.x + 200 }
  }
  await expect.poll(measure).toEqual({ down: 0, isApart: true })
}
