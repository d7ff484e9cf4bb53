/** Texts about pictures over the end of a session, and with a second tab or the student at the same pictures. */
import type { Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { asDemo, DEMO_PASSWORD, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'
import { logIn } from './student.ts'
import { createExposed } from './test-photos.ts'
import { endSession } from './token.ts'

test.use(withPictures)
haveOwnApplication()

const remarks = (page: Page) => page.getByRole('list', { name: 'Remarks' }).getByRole('listitem')
const click = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click()
const field = (page: Page) => page.getByLabel('Text of the remark')
const mark = (page: Page) => page.locator('.viewer-frame [data-remark="draft"]')

/** Opens the picture that has waited longest, as its instructor. The calls are those of another tab. */
async function openOldest(page: Page, application: { url: string }) {
  const { call } = await demoCalls(application, 'instructor')
  const [waiting] = await call(api.listCritiqueQueue)
  const params = { id: waiting?._id ?? '' }
  const { pictures } = await call(api.getSubmission, { params })
  const ofVersion = { params: { id: pictures[0]?.versions.at(-1)?._id ?? '' } }
  const text = `Between ${crypto.randomUUID()}`
  const geometry = { x: 0.2, y: 0.3 }
  const { insertedId } = await call(api.addRemark, { ...ofVersion, body: { kind: 'pin', geometry, text } })
  await asDemo(page, 'instructor')
  await page.goto(`/dashboard/submission/${params.id}`)
  const item = remarks(page).filter({ hasText: text })
  await expect(item).toBeVisible()
  return { call, item, text, ofVersion, ofRemark: { params: { id: insertedId } } }
}

test('a new remark and a change that are being typed outlast the end of the session, until they are canceled', {
  tag: EMBEDDED,
}, async ({ page, application, expectedErrors }) => {
  test.slow()
  expectedErrors.push('401')
  const { item } = await openOldest(page, application)
  const path = new URL(page.url()).pathname
  await click(page, 'Pin')
  await page.locator('.viewer-frame').click()
  await field(page).fill('The eye ends here.')
  await endSession(page)
  await click(page, 'Save draft')
  await expect(page).toHaveURL('/login')
  await logIn(page, 'instructor@demo.school', DEMO_PASSWORD)
  await expect(page).toHaveURL(path)
  await expect(field(page)).toHaveValue('The eye ends here.')
  await expect(page.getByText("We've kept what you typed.")).toBeVisible()
  await expect(mark(page)).toHaveCount(1)
  await click(page, 'Cancel')
  await click(item, /^Edit remark/)
  await field(page).fill('Another text')
  await page.reload()
  await expect(field(page)).toHaveValue('Another text')
  await expect(mark(page)).toHaveCount(0)
  await click(page, 'Save draft')
  await expect(field(page)).toHaveCount(0)
  await page.reload()
  await expect(remarks(page).filter({ hasText: 'Another text' })).toBeVisible()
  await expect(field(page)).toHaveCount(0)
})

test('what another tab has saved is shown beside what is being typed, and the next save keeps the latter', {
  tag: EMBEDDED,
}, async ({ page, application, expectedErrors }) => {
  expectedErrors.push('409')
  const { call, item, ofVersion, ofRemark } = await openOldest(page, application)
  await click(item, /^Edit remark/)
  await field(page).fill('Of this tab')
  await call(api.changeRemark, { ...ofRemark, body: { text: 'Of the other tab' } })
  await click(page, 'Save draft')
  await expect(page.getByText('This was changed while you were typing. It now reads:')).toBeVisible()
  await expect(page.getByText('Of the other tab')).toBeVisible()
  await expect(field(page)).toHaveValue('Of this tab')
  await click(page, 'Save draft')
  await expect(field(page)).toHaveCount(0)
  const texts = (await call(api.listRemarks, ofVersion)).map(({ text }) => text)
  expect(texts).toContain('Of this tab')
  expect(texts).not.toContain('Of the other tab')
})

test('a text that is being typed into a remark which another tab deletes can be saved as a new one', {
  tag: EMBEDDED,
}, async ({ page, application, expectedErrors }) => {
  expectedErrors.push('404')
  const { call, item, ofVersion, ofRemark } = await openOldest(page, application)
  await click(item, /^Edit remark/)
  await field(page).fill('Worth keeping')
  await call(api.deleteRemark, ofRemark)
  await click(page, 'Save draft')
  await expect(page.getByText('This remark was deleted. You can save your text as a new one.')).toBeVisible()
  await expect(mark(page)).toHaveCount(1)
  await expect(field(page)).toHaveValue('Worth keeping')
  await click(page, 'Save draft')
  await expect(field(page)).toHaveCount(0)
  const kept = (await call(api.listRemarks, ofVersion)).find(({ text }) => text === 'Worth keeping')
  expect(kept?.geometry).toEqual({ x: 0.2, y: 0.3 })
})

test('a remark that another tab has deleted leaves the list with the second deletion', { tag: EMBEDDED }, async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const { call, item, ofRemark } = await openOldest(page, application)
  await call(api.deleteRemark, ofRemark)
  await click(item, /^Delete remark/)
  await click(page.getByRole('dialog'), 'Yes, delete it!')
  await expect(item).toHaveCount(0)
})

test('a remark is saved once, however often the keys are pressed, and what the student has deleted is named', {
  tag: EMBEDDED,
}, async ({ page, application, expectedErrors }) => {
  expectedErrors.push('404')
  const student = await demoCalls(application, 'student')
  const [brief] = await student.call(api.listBriefs)
  const { insertedId: id } = await student.call(api.beginSubmission, { params: { id: brief?._id ?? '' } })
  const { name, mimeType, buffer } = await createExposed('a.jpg', 8)
  const body = new FormData()
  body.append('image', new File([new Uint8Array(buffer)], name, { type: mimeType }))
  body.append('intent', 'To be deleted')
  const headers = { authorization: `Bearer ${student.token}` }
  const added = await fetch(`${application.url}/api/submission/${id}/pictures`, { method: 'POST', headers, body })
  expect(added.status).toBe(200)
  const { insertedId } = await added.json()
  await asDemo(page, 'instructor')
  await page.goto(`/dashboard/submission/${id}`)
  await click(page, /To be deleted/)
  await click(page, 'Note')
  await field(page).fill('Once')
  let count = 0
  await page.route('**/remarks', async (route) => {
    if (route.request().method() === 'POST') count += 1
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await field(page).press('Control+Enter')
  await field(page).press('Control+Enter')
  await expect(remarks(page).filter({ hasText: 'Once' })).toHaveCount(1)
  expect(count).toBe(1)
  await click(page, 'Note')
  await field(page).fill('Too late')
  await student.call(api.deletePicture, { params: { id: insertedId } })
  await click(page, 'Save draft')
  await expect(page.getByText('has deleted the picture that you were looking at')).toBeVisible()
  await expect(page.locator('.viewer-frame')).toBeVisible()
})
