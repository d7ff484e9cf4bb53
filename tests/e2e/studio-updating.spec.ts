import type { Browser, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { SchoolClass } from '../../contract/classes.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { messagesOf } from './messages.ts'
import { expectNothingFound } from './nothing-found.ts'
import { expectToFit } from './overflow.ts'
import { expect, test } from './school.ts'
import { asNewStudent, buy, goToPayment, haveSelected } from './student.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' }, apart: 'classes are changed' })

const update = (page: Page) => page.getByRole('button', { name: 'Update Class' })
const problems = (page: Page) => page.getByRole('main').getByRole('alert')
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens the form of a class from the list, as its instructor. */
async function edit(page: Page, name: string): Promise<void> {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue(name)
}

/** What a new student does meanwhile, in a browser of their own. */
async function meanwhile(browser: Browser, baseURL: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await asNewStudent(page)
  await work(page)
  await context.close()
}

async function classCalled(school: { address: string }, name: string): Promise<SchoolClass> {
  const { call } = await demoCalls(school, 'admin')
  const found = (await call(api.listAllClasses)).find(({ className }) => className === name)
  if (!found) throw new Error(`no class is called ${name}`)
  return found
}

test('a sale in between loses nothing: both stand there, with the choice, and sending again takes it', async ({
  page,
  browser,
  school,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push('409')
  const messages = await messagesOf(page)
  await edit(page, 'Storm Light')
  await expect(page.getByRole('img', { name: 'As it is now' })).toBeVisible()
  await expect(page.getByLabel('Available Seats')).toHaveValue('4')
  await expect(page.getByLabel('Price')).toHaveValue('175')
  await expect(page.getByText('This class is on offer')).toContainText('recorded, and the admins see it')
  await page.getByLabel('Class Name').fill('Storm Light at Noon')
  await page.getByLabel('Available Seats').fill('8')
  await meanwhile(browser, school.address, (student) => buy(student, 'Storm Light'))

  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await update(page).click()
  expect((await sent).postDataJSON()).toEqual({ className: 'Storm Light at Noon', seats: 8 })
  await expect(problems(page)).toHaveText([
    /^This class has changed since you opened this page\. Nothing of yours is lost/,
  ])
  const seats = page.getByRole('group', { name: 'Available Seats: mine or theirs' })
  await expect(seats.getByRole('radio')).toHaveCount(2)
  await expect(seats.getByLabel('Keep mine: 8')).toBeChecked()
  await expect(page.getByLabel('Available Seats')).toHaveValue('8')
  await seats.getByLabel('Take theirs: 3').check()
  await expect(page.getByLabel('Available Seats')).toHaveValue('3')
  const name = page.getByRole('group', { name: 'Class Name: mine or theirs' })
  await expect(name.getByLabel('Keep mine: Storm Light at Noon')).toBeChecked()
  await expectNothingFound(page)
  await expectToFit(page)

  const again = page.waitForRequest((request) => request.method() === 'PATCH')
  await update(page).click()
  expect((await again).postDataJSON()).toEqual({ className: 'Storm Light at Noon' })
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect.poll(() => messages.join()).toContain('Updated SuccessFully')
  await expect(rowOf(page, 'Storm Light at Noon').getByRole('cell').nth(3)).toHaveText('3')
  await page.getByRole('link', { name: 'Edit Storm Light at Noon' }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue('Storm Light at Noon')
})

test('nothing changed sends nothing; what the server would refuse is said by its field', async ({ page }) => {
  const messages = await messagesOf(page)
  await edit(page, 'Long Exposure at Sea')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent++
  })
  await update(page).click()
  await expect.poll(() => messages.join()).toContain('Nothing has changed, so there is nothing to send.')
  await page.getByLabel('Class Name').fill(' ')
  await page.getByLabel('Available Seats').fill('-1')
  await page.getByLabel('Price').fill('0.1')
  await update(page).click()
  await expect(problems(page)).toHaveText([
    'name is required',
    'seats must be a whole number from 0 to 10,000',
    'price must be at least $0.50',
  ])
  expect(sent).toBe(0)
  await page.getByLabel('Class Name').fill('Long Exposure at Sea')
  await page.getByLabel('Available Seats').fill('2')
  await page.getByLabel('Price').fill('189')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
})

test('seats that are being paid for cannot be taken away: in words, and what was typed stays', async ({
  page,
  browser,
  school,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  await edit(page, 'Sea Stacks and Tides')
  await meanwhile(browser, school.address, async (student) => {
    await haveSelected(student, 'Sea Stacks and Tides')
    await goToPayment(student, 'Sea Stacks and Tides')
  })
  await page.getByLabel('Available Seats').fill('0')
  await update(page).click()
  await expect(problems(page)).toHaveText([
    /^A student is paying for a seat of this class right now\. Please leave at least 1/,
  ])
  await expect(page.getByLabel('Available Seats')).toHaveValue('0')
  await page.getByLabel('Available Seats').fill('1')
  await update(page).click()
  await expect(page).toHaveURL('/dashboard/my-class')
})

test('a denied class waits again once it is changed', async ({ page }) => {
  await edit(page, 'Forest Without a Path')
  await expect(page.getByText('This class was denied.')).toBeVisible()
  await expect(page.getByText('Feedback: Twenty people in one wood')).toBeVisible()
  await page.getByLabel('Available Seats').fill('8')
  await update(page).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect(rowOf(page, 'Forest Without a Path').getByRole('cell').nth(6)).toHaveText('pending')
})

test('a class is deleted after a question, but not one that students are enrolled in', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  const messages = await messagesOf(page)
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  const question = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete Long Exposure at Sea' }).click()
  await expect(question).toContainText("Are you sure?You won't be able to revert this!")
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect.poll(() => messages.join()).toContain('To take it off all the same, withdraw it.')
  await page.getByRole('button', { name: 'Delete Pier in the Fog' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, 'Pier in the Fog')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Pier in the Fog' }).click()
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(rowOf(page, 'Pier in the Fog')).toHaveCount(0)
  await expect.poll(() => messages.join()).toContain('Deleted!Your file has been deleted.')
  await expect(page.getByText('Total Classes: 4')).toBeVisible()
})

test('another’s class, or none, is nothing to change: in words, with a way back', async ({
  page,
  school,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const foreign = [await classCalled(school, 'Night Harbour'), await classCalled(school, 'Snow Fences')]
  await asDemo(page, 'instructor')
  for (const id of [...foreign.map(({ _id }) => _id), 'none']) {
    for (const address of ['class-update', 'class-material', 'class-students']) {
      await page.goto(`/dashboard/${address}/${id}`)
      await expect(page.getByText('There is no class of yours at this address.')).toBeVisible()
    }
  }
  await page.getByRole('main').getByRole('link', { name: 'My Class' }).last().click()
  await expect(page).toHaveURL('/dashboard/my-class')
})
