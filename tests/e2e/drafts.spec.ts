import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { asDemo, becomeDemo, type DemoRole, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import { logIn } from './student.ts'
import { endSession } from './token.ts'

haveOwnApplication()

const note = (page: Page) => page.getByText("We've kept what you typed.")

async function findClass(application: { url: string }) {
  const { call, email } = await demoCalls(application, 'instructor')
  const own = await call(api.listClassesOfInstructor, { params: { instructorEmail: email } })
  const approved = own.find(({ status, enroll }) => status === 'approve' && enroll > 0)
  if (!approved) throw new Error('the demo’s instructor has no class with students')
  return approved
}

interface Typed {
  /** Path of the form. */
  path: string
  label: string
  text: string
}

/** Types into forms, ends the session, and expects every text to be there after the next login. */
async function expectKept(page: Page, role: DemoRole, forms: Typed[]): Promise<void> {
  page.on('dialog', (dialog) => dialog.accept())
  await asDemo(page, role)
  for (const form of forms) {
    await page.goto(form.path)
    await page.getByLabel(form.label, { exact: true }).fill(form.text)
  }
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL('/login')
  await asDemo(page, role)
  for (const form of forms) {
    await page.goto(form.path)
    await expect(page.getByLabel(form.label, { exact: true }), form.path).toHaveValue(form.text)
    await expect(note(page)).toBeVisible()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(page.getByLabel(form.label, { exact: true })).not.toHaveValue(form.text)
    await expect(note(page)).toBeHidden()
  }
}

test('what an instructor types into any form outlasts the end of the session', { tag: EMBEDDED }, async ({
  page,
  application,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('401')
  const { _id } = await findClass(application)
  await expectKept(page, 'instructor', [
    { path: `/dashboard/class-update/${_id}`, label: 'Description', text: 'Fog, and *more* fog' },
    { path: `/dashboard/class-material/${_id}`, label: 'Text', text: 'Bring boots.' },
    { path: `/dashboard/dates/${_id}/new`, label: 'Start of session 1', text: '18:30' },
    { path: `/dashboard/class-students/${_id}`, label: 'Message', text: 'We meet at the pier.' },
    { path: '/dashboard/profile', label: 'Biography', text: 'Born by the sea.' },
  ])
})

test('what an admin types into any form outlasts the end of the session', { tag: EMBEDDED }, async ({
  page,
  application,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('401')
  const { _id } = await findClass(application)
  await expectKept(page, 'admin', [
    { path: '/dashboard/newsletter/new', label: 'Text', text: 'Dear readers' },
    { path: '/dashboard/pages/new', label: 'Text', text: 'Other terms' },
    { path: '/dashboard/slides', label: 'Title', text: 'Storm' },
    { path: '/dashboard/reviews', label: 'Description', text: 'It was fine.' },
    { path: '/dashboard/emails/receipt', label: 'Text', text: 'Thank you.\n\n{{receipt_lines}}' },
    { path: '/dashboard/school', label: 'Opening hours', text: 'Never on Sundays' },
    { path: `/dashboard/feedback/${_id}`, label: 'Feedback', text: 'Shorter, please.' },
  ])
})

test('a session that ends while a form is saved asks nothing, and the form is there after the login, until it is saved', {
  tag: EMBEDDED,
}, async ({ page, application, expectedErrors }) => {
  expectedErrors.push('401')
  const { _id } = await findClass(application)
  const path = `/dashboard/class-update/${_id}`
  await asDemo(page, 'instructor')
  await page.goto(path)
  await page.getByLabel('Description', { exact: true }).fill('Kept words')
  // The request of the preview would notice the end before the form is saved.
  await expect(page.getByRole('paragraph').filter({ hasText: 'Kept words' })).toBeVisible()
  await endSession(page)
  await page.getByRole('button', { name: 'Update Class' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await logIn(page, 'instructor@demo.school', 'Demo@2019')
  await expect(page).toHaveURL(path)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Kept words')
  await page.getByRole('button', { name: 'Update Class' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await page.goto(path)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Kept words')
  await expect(note(page)).toHaveCount(0)
})

test('changes that the user leaves by choice are not kept, and changes of others since are pointed out', async ({
  page,
  application,
}) => {
  const { _id } = await findClass(application)
  const { call } = await demoCalls(application, 'instructor')
  const path = `/dashboard/class-material/${_id}`
  await asDemo(page, 'instructor')
  const text = page.getByLabel('Text', { exact: true })
  await page.goto(path)
  await text.fill('Left by choice')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, leave' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await page.goto(path)
  await expect(text).not.toHaveValue('Left by choice')

  page.on('dialog', (dialog) => dialog.accept())
  await text.fill('Mine')
  await call(api.changeMaterial, { params: { id: _id }, body: { text: 'Theirs', links: [] } })
  await page.reload()
  await expect(text).toHaveValue('Mine')
  await expect(
    page.getByText('Someone has changed the same fields since: discard the draft to see theirs.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(text).toHaveValue('Theirs')
})

test('a form whose record is deleted in another tab says so, and keeps what was typed', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const { classImage } = await findClass(application)
  const { call } = await demoCalls(application, 'instructor')
  page.on('dialog', (dialog) => dialog.accept())
  for (const { role, path, label, save } of [
    { role: 'instructor', path: '/dashboard/class-update', label: 'Description', save: 'Update Class' },
    { role: 'admin', path: '/dashboard/feedback', label: 'Feedback', save: 'Send Feedback' },
  ] as const) {
    const { insertedId: id } = await call(api.addClass, {
      body: { className: 'Soon deleted', classImage, seats: 3, price: 20 },
    })
    await becomeDemo(page, role)
    await page.goto(`${path}/${id}`)
    const field = page.getByLabel(label, { exact: true })
    await field.fill('Typed at length')
    await call(api.deleteClass, { params: { id } })
    await page.getByRole('button', { name: save }).click()
    await expect(
      page.getByText("We can't find this class: it was deleted. Copy what you need before you leave."),
    ).toBeVisible()
    await expect(field).toHaveValue('Typed at length')
  }
})
