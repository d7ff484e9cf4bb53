import type { Browser, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { SchoolClass } from '../../contract/classes.ts'
import { expectNoViolations } from './accessibility.ts'
import { haveApproved, haveWaiting } from './admin.ts'
import { asDemo, demoCalls } from './demo-people.ts'
import { expect, haveOwnApplication, test, withPictures } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, buy, goToPayment, haveSelected } from './student.ts'

test.use(withPictures)

haveOwnApplication()

const update = (page: Page) => page.getByRole('button', { name: 'Update Class' })
const problems = (page: Page) => page.getByRole('main').getByRole('alert')
const findRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Opens the form of a class from the list, as its instructor. */
async function edit(page: Page, name: string): Promise<void> {
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue(name)
}

/** Runs the work of a new student in another browser. */
async function meanwhile(browser: Browser, baseURL: string, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await asNewStudent(page)
  await work(page)
  await context.close()
}

async function classCalled(application: { url: string }, name: string): Promise<SchoolClass> {
  const { call } = await demoCalls(application, 'admin')
  const match = (await call(api.listAllClasses)).find(({ className }) => className === name)
  if (!match) throw new Error(`no class is called ${name}`)
  return match
}

test('a sale during the edit loses nothing: both values are shown, and saving again applies the choice', async ({
  page,
  browser,
  application,
  expectedErrors,
  messages,
}) => {
  test.slow()
  expectedErrors.push('409')
  const name = 'Rain on the Quay'
  await haveApproved(application, name, { seats: 4, price: 175 })
  await edit(page, name)
  await expect(page.getByRole('img', { name: 'Current picture' })).toBeVisible()
  await expect(page.getByLabel('Available Seats')).toHaveValue('4')
  await expect(page.getByLabel('Price')).toHaveValue('175')
  await expect(page.getByText('This class is live.')).toContainText('Changes appear immediately and are logged.')
  await page.getByLabel('Class Name').fill(`${name} at Noon`)
  await page.getByLabel('Available Seats').fill('8')
  await meanwhile(browser, application.url, (student) => buy(student, name))

  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await update(page).click()
  expect((await sent).postDataJSON()).toEqual({ className: `${name} at Noon`, seats: 8 })
  await expect(problems(page)).toHaveText([/^Someone changed this class while you were editing\. Nothing is lost/])
  const seats = page.getByRole('group', { name: 'Available Seats: mine or theirs' })
  await expect(seats.getByRole('radio')).toHaveCount(2)
  await expect(seats.getByLabel('Keep mine: 8')).toBeChecked()
  await expect(page.getByLabel('Available Seats')).toHaveValue('8')
  await seats.getByLabel('Take theirs: 3').check()
  await expect(page.getByLabel('Available Seats')).toHaveValue('3')
  const names = page.getByRole('group', { name: 'Class Name: mine or theirs' })
  await expect(names.getByLabel(`Keep mine: ${name} at Noon`)).toBeChecked()
  await expectNoViolations(page)
  await expectToFit(page)

  const again = page.waitForRequest((request) => request.method() === 'PATCH')
  await update(page).click()
  expect((await again).postDataJSON()).toEqual({ className: `${name} at Noon` })
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect.poll(() => messages.join()).toContain('Updated SuccessFully')
  await expect(findRow(page, `${name} at Noon`).getByRole('cell').nth(3)).toHaveText('3')
  await page.getByRole('link', { name: `Edit ${name} at Noon` }).click()
  await expect(page.getByLabel('Class Name')).toHaveValue(`${name} at Noon`)
})

test('an unchanged form sends nothing; a value that the server would refuse is reported at its field', async ({
  page,
  application,
  messages,
}) => {
  const name = 'Long Exposure on Land'
  await haveApproved(application, name)
  await edit(page, name)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent++
  })
  await update(page).click()
  await expect.poll(() => messages.join()).toContain('You have not changed anything.')
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
  await page.getByLabel('Class Name').fill(name)
  await page.getByLabel('Available Seats').fill('8')
  await page.getByLabel('Price').fill('120')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL('/dashboard/my-class')
})

test('the buttons of a long form stay in view, and cover neither the field that has the focus nor its error', async ({
  page,
  application,
}) => {
  const name = 'Bars of Light'
  await haveApproved(application, name)
  await edit(page, name)
  await page.setViewportSize({ width: 390, height: 700 })
  await expect(update(page)).toBeInViewport({ ratio: 1 })
  /** Names the focused element of the form and its error where the bar of buttons covers them. */
  const listCovered = () =>
    page.evaluate(() => {
      const [focused, bar] = [document.activeElement, document.querySelector('.form-actions')]
      if (!focused || !bar || bar.contains(focused)) return null
      const error = document.getElementById(focused.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
      const { top } = bar.getBoundingClientRect()
      return [focused, ...(error?.role === 'alert' ? [error] : [])]
        .filter((element) => element.getBoundingClientRect().bottom > top)
        .map(({ outerHTML }) => outerHTML)
    })
  await page.getByLabel('Class Image').focus()
  let steps = 0
  for (let covered = await listCovered(); covered && steps < 60; covered = await listCovered(), steps++) {
    expect(covered).toEqual([])
    await page.keyboard.press('Tab')
  }
  expect(steps).toBeGreaterThan(20)
  await page.getByLabel('Price').fill('0.1')
  await page.getByLabel('Class Image').focus()
  await update(page).click()
  await expect(page.getByLabel('Price')).toBeFocused()
  expect(await listCovered()).toEqual([])
})

test('on a wide screen the buttons of a long form stay at the lower edge, as they are last for Tab, and cover no field that has the focus', async ({
  page,
  application,
}) => {
  const name = 'Frost on Glass'
  await haveApproved(application, name)
  await edit(page, name)
  await page.setViewportSize({ width: 1440, height: 700 })
  await expect(update(page)).toBeInViewport({ ratio: 1 })
  const last = page.getByLabel('What to bring')
  /** Returns how far an element reaches below the upper edge of the buttons. */
  const overlap = (element: Element) =>
    element.getBoundingClientRect().bottom - (document.querySelector('.form-actions')?.getBoundingClientRect().top ?? 0)
  await last.focus()
  await expect(update(page)).toBeInViewport({ ratio: 1 })
  for (let step = 0; step < 20; step++) {
    await page.keyboard.press('Shift+Tab')
    expect(await page.locator(':focus').evaluate(overlap)).toBeLessThanOrEqual(0)
  }
  // Far above the end of the form, where they would stand else.
  await page.getByLabel('Class Name').focus()
  expect((await update(page).boundingBox())?.y).toBeGreaterThan(600)
})

test('seats in checkout cannot be removed: a message says so, and the typed values stay', async ({
  page,
  browser,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('409')
  const name = 'Caves and Tides'
  await haveApproved(application, name)
  await edit(page, name)
  await meanwhile(browser, application.url, async (student) => {
    await haveSelected(student, name)
    await goToPayment(student, name)
  })
  await page.getByLabel('Available Seats').fill('0')
  await update(page).click()
  await expect(problems(page)).toHaveText([/^1 student is paying for this class\. Keep at least 1 seat/])
  await expect(page.getByLabel('Available Seats')).toHaveValue('0')
  await page.getByLabel('Available Seats').fill('1')
  await update(page).click()
  await expect(page).toHaveURL('/dashboard/my-class')
})

test('a denied class is pending again after a change', async ({ page }) => {
  await edit(page, 'Forest Without a Path')
  await expect(page.getByText('This class was denied.')).toBeVisible()
  await expect(page.getByText('Feedback: Twenty people in one wood')).toBeVisible()
  await page.getByLabel('Available Seats').fill('8')
  await update(page).click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await expect(findRow(page, 'Forest Without a Path').getByRole('cell').nth(6)).toHaveText(
    "pendingWaits for an admin's decision.",
  )
})

test('a class is deleted after confirming, but not one with enrolled students', async ({
  page,
  application,
  expectedErrors,
  messages,
}) => {
  expectedErrors.push('409')
  const name = 'Lamps in the Fog'
  await haveWaiting(application, name)
  await asDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  const before = Number(/\d+/.exec((await page.getByText(/^Total Classes: \d+$/).textContent()) ?? '')?.[0])
  const question = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Delete Long Exposure at Sea' }).click()
  await expect(question).toContainText("Are you sure?You won't be able to revert this!")
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect.poll(() => messages.join()).toContain('Withdraw it instead.')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(question).toContainText(`You are deleting “${name}” with its material.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(findRow(page, name)).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(name)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(findRow(page, name)).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toBeFocused()
  await expect.poll(() => messages.join()).toContain('Deleted!Your file has been deleted.')
  await expect(page.getByText(`Total Classes: ${before - 1}`)).toBeVisible()
})

test('another instructor’s class and a missing class cannot be changed: a message says so, with a link back', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const foreign = [await classCalled(application, 'Night Harbour'), await classCalled(application, 'Snow Fences')]
  await asDemo(page, 'instructor')
  for (const id of [...foreign.map(({ _id }) => _id), 'none']) {
    for (const address of ['class-update', 'class-material', 'class-students']) {
      await page.goto(`/dashboard/${address}/${id}`)
      await expect(page.getByText("We couldn't find this class among yours.")).toBeVisible()
    }
  }
  await page.getByRole('main').getByRole('link', { name: 'My Class' }).last().click()
  await expect(page).toHaveURL('/dashboard/my-class')
})
