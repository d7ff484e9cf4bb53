import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'

/** The address of the list names its date. */
const RUN_ID = /([0-9a-f-]{36})\/students$/

test('the list of a date is in the order of family names, and 30 students fit on one page of A4', async ({
  page,
  application,
}) => {
  const { call, email } = await demoCalls(application, 'instructor')
  const classes = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const taught = classes.find(({ enroll }) => enroll > 0)
  const students = Array.from({ length: 30 }, (_, index) => ({
    ...{
      _id: `00000000-0000-4000-8000-0000000000${index + 10}`,
      created_at: 1,
      source: 'payment',
      phone: '+49 (0)30 1234-56789',
    },
    paid: { amount: 1249.5, currency: 'usd', methods: ['transfer'] },
    ...{ name: `Student With a Name ${index}`, email: `student-with-an-address-${index}@example.test` },
  }))
  await asDemo(page, 'instructor')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard/dates/${taught?._id}`)
  await page.route('**/api/run/*/students', (route) => route.fulfill({ json: students }))
  await page
    .getByRole('link', { name: `Students ${taught?.className}` })
    .first()
    .click()
  await expect(page.getByText('30 students')).toBeVisible()
  await expectNoViolations(page)
  await expectToFit(page)
  await expect(page.getByRole('link', { name: '+49 (0)30 1234-56789' }).first()).toHaveAttribute(
    'href',
    'tel:+4930123456789',
  )
  // A list of people, whose names are whole and above what belongs to them; a column without a value is only printed.
  await page.setViewportSize({ width: 390, height: 844 })
  const [name, address] = [page.locator('tbody th').first(), page.locator('tbody td').nth(1)]
  const [nameBox, addressBox] = [await name.boundingBox(), await address.boundingBox()]
  expect(nameBox?.width).toBe(358)
  expect(addressBox?.y).toBeGreaterThanOrEqual((nameBox?.y ?? 0) + (nameBox?.height ?? 0))
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('columnheader')).toHaveText(['Here', 'Name', 'Email', 'Phone', 'Payment'])
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  await page.unroute('**/api/run/*/students')
  await page.reload()
  await expect(page.locator('tbody th').first()).toBeVisible()
  const list = await call(api.listRunStudents, { params: { id: RUN_ID.exec(page.url())?.[1] ?? '' } })
  await expect(page.locator('tbody th')).toHaveCount(list.length)
})
