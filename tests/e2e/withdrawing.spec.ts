import { api } from '../../contract/api.ts'
import { expectNoViolations } from './accessibility.ts'
import { asDemo, becomeDemo, demoCalls } from './demo-people.ts'
import { waitForEmail } from './emails.ts'
import { expect, haveOwnApplication, test } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { asNewStudent, goToPayment, haveSelected, logIn, logOut, PASSWORD, paid, payWith } from './student.ts'

haveOwnApplication()

test('an instructor withdraws a class: sales stop, and its students choose what they get', async ({
  page,
  application,
  nextMailTo,
  messages,
}) => {
  test.slow()
  const name = 'Storm Light'
  const email = await asNewStudent(page)
  const { call } = await demoCalls(application, 'admin')
  const { _id: id } = await call(api.getUser, { params: { email } })
  await call(api.grantCredit, { params: { id }, body: { amount: 10, reason: 'For the rain' } })
  await haveSelected(page, name)
  await goToPayment(page, name)
  await page.getByLabel('Use my credit ($10.00)').click()
  await expect(page.getByRole('list', { name: 'Discounts' })).toContainText('Your credit−$10.00')
  await payWith(page, '4242 4242 4242 4242')
  await expect(paid(page)).toBeVisible()
  await becomeDemo(page, 'instructor')
  await page.goto('/dashboard/my-class')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `More ${name}` }).click()
  await row.getByRole('link', { name: `Withdraw ${name}` }).click()
  await expect(page).toHaveTitle('Photography School | Withdraw Class')
  await expect(page.getByRole('listitem').filter({ hasText: 'e-mail them' })).toContainText(
    'get the full amount back, as money or credit',
  )
  await expectToFit(page)
  const button = page.getByRole('button', { name: 'Withdraw Class' })
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await button.click()
  await page.getByRole('button', { name: 'Yes, withdraw it!' }).click()
  await expect.poll(() => messages.join()).toContain('This Class Is Withdrawn')
  await expect(page.getByRole('progressbar', { name: 'Refunds sent' })).toBeVisible()
  // Some of the class's students took part in a date that is over.
  await expect(page.getByText(/^Students may still choose credit or money for \d+ seats?\.$/)).toBeVisible({
    timeout: 20_000,
  })
  await expect(button).toHaveCount(0)
  const offer = await waitForEmail(nextMailTo, email, /^Withdrawn: /)
  const [path = ''] = /\/dashboard\/choice\/[\w-]+/.exec(offer.text ?? '') ?? []

  await page.getByRole('main').getByRole('link', { name: 'My Class' }).last().click()
  await expect(row.getByRole('cell').nth(6)).toHaveText(
    `approvewithdrawn ${name}Does not take place. Students choose credit or money.`,
  )
  await expect(row.getByRole('link', { name: /^Withdraw / })).toHaveCount(0)
  await row.getByRole('link', { name: `withdrawn ${name}` }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await logOut(page)
  await page.goto('/login')
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/profile')
  const deletion = page.getByRole('region', { name: 'Delete account' })
  await expect(deletion).toContainText('You have not chosen yet what you get for what we canceled.')
  await expect(deletion.getByRole('listitem')).toHaveText([
    /^Storm Light, .+: \$[\d.]+ back\. You give up \$10\.00 of credit\.$/,
  ])
  await expect(deletion.getByRole('checkbox')).toHaveCount(0)
  await expectNoViolations(page)
  await expectToFit(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByRole('button', { name: 'Take this date' })).toHaveCount(0)
  await expectNoViolations(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Take the money' }).click()
  await page.getByRole('button', { name: 'Yes, this one' }).click()
  await expect.poll(() => messages.join()).toContain('Your choice is made.')
  await expect(page.getByText('Your money goes back.')).toBeVisible()
  const refundEmail = await waitForEmail(nextMailTo, email, /^Refund of receipt/)
  expect(refundEmail.text).toContain('This class was withdrawn.')
  await becomeDemo(page, 'admin')
  await page.goto(`/dashboard/choices?q=${encodeURIComponent(email)}`)
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Money')

  await page.goto('/classes')
  await expect(page.getByRole('button', { name: 'Select Winter Dunes' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Select ${name}` })).toHaveCount(0)
})

test('an admin withdraws any class, and sees the progress of the refunds to the end', async ({ page, application }) => {
  const { call } = await demoCalls(application, 'admin')
  const chosen = (await call(api.listApprovedClasses)).find(({ className }) => className === 'Moonrise over the Ridge')
  await asDemo(page, 'admin')
  const open = { withdrawn_at: Date.now(), open_attempts: 1, to_refund: 2, choosing: 0, queued: 3, done: 7, failed: 0 }
  const answers = [open, { ...open, open_attempts: 0, to_refund: 0, queued: 0, done: 11, failed: 1 }]
  let requests = 0
  await page.route('**/withdrawal', (route) => {
    if (route.request().method() === 'POST') return route.continue()
    return route.fulfill({ json: answers[Math.min(requests++, 1)] })
  })
  await page.goto('/dashboard/manage-class?q=Moonrise')
  await page.getByRole('button', { name: 'More Moonrise over the Ridge' }).click()
  await page.getByRole('link', { name: 'Withdraw Moonrise over the Ridge' }).click()
  await page.getByRole('button', { name: 'Withdraw Class' }).click()
  await page.getByRole('button', { name: 'Yes, withdraw it!' }).click()
  await expect(page.getByText('7 of 12 refunds sent …')).toBeVisible()
  await expect(page.getByText('We are ending 1 payment that had started before.')).toBeVisible()
  const progress = page.getByRole('progressbar')
  await expect(page.getByText('11 of 12 refunds sent.')).toBeVisible()
  await expect(progress).toHaveAttribute('value', '11')
  await expect(page.getByRole('alert')).toContainText('1 refund could not be sent.')
  await expectNoViolations(page)
  const requestsBefore = requests
  await page.waitForTimeout(2500)
  expect(requests).toBe(requestsBefore)
  const all = await call(api.listAllClasses)
  expect(all.find(({ _id }) => _id === chosen?._id)?.withdrawn_at).toBeGreaterThan(0)
})

test('another instructor’s class and a missing class cannot be withdrawn, and students are redirected', async ({
  page,
  application,
  expectedErrors,
}) => {
  expectedErrors.push('404')
  const { call } = await demoCalls(application, 'instructor')
  const others = (await call(api.listApprovedClasses)).find((it) => it.instructorEmail !== 'instructor@demo.school')
  await asDemo(page, 'instructor')
  for (const id of [others?._id, '0b8f6d9e-7b57-4a2c-9a39-2f1f5b7f0c11', 'nothing']) {
    await page.goto(`/dashboard/withdrawal/${id}`)
    await expect(page.getByText("We couldn't find this class among yours.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw Class' })).toHaveCount(0)
  }
  await page.getByRole('main').getByRole('link', { name: 'My Class' }).last().click()
  await expect(page).toHaveURL('/dashboard/my-class')
  await becomeDemo(page, 'student')
  await page.goto(`/dashboard/withdrawal/${others?._id}`)
  await expect(page).toHaveURL('/')
})

test('the page of a choice says that no date is free where nothing was paid', async ({ page }) => {
  const runId = '7b1d3c0e-5d0c-4a51-9f0e-0c2f4f9b8a11'
  const [starts_at, until] = [Date.now() + 40 * 86_400_000, Date.now() + 86_400_000]
  const canceled = { classId: runId, className: 'Storm Light', reason: 'run_canceled', seats: 1, chosen: null }
  const times = { starts_at, starts: '2030-05-12T10:00', until, until_clock: '2030-05-11T09:30' }
  const json = { ...canceled, ...times, time_zone: 'Europe/Oslo', refund: 0, credit: 0, currency: 'usd', dates: [] }
  await page.route('**/api/run/*/choice', (route) => route.fulfill({ json }))
  await asDemo(page, 'student')
  await page.goto(`/dashboard/choice/${runId}`)
  const main = page.getByRole('main')
  await expect(main.getByText('No other date is free now. If one becomes free, you can take it here by')).toBeVisible()
  await expect(main.getByText('Choose by')).toHaveCount(0)
})

test('the page of a choice says what an admin has given back in the meantime', async ({ page }) => {
  const runId = '7b1d3c0e-5d0c-4a51-9f0e-0c2f4f9b8a11'
  const canceled = { classId: runId, className: 'Storm Light', reason: 'run_canceled', seats: 1, chosen: null }
  const times = { starts_at: null, starts: null, until: Date.now() + 86_400_000, until_clock: '2030-05-11T09:30' }
  const reduced = { ...canceled, ...times, time_zone: 'Europe/Oslo', credit: 0, is_reduced: true, currency: 'usd' }
  await asDemo(page, 'student')
  for (const [refund, text] of [
    [25, 'Another date is no longer a choice, because we have given back a part of your payment.'],
    [0, 'We have given back all that you paid. There is nothing left to choose.'],
  ] as const) {
    const json = { ...reduced, refund, dates: [] }
    await page.route('**/api/run/*/choice', (route) => route.fulfill({ json }))
    await page.goto(`/dashboard/choice/${runId}`)
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Take the/ })).toHaveCount(refund > 0 ? 2 : 0)
  }
  await expect(page.getByText('No other date is free now.')).toHaveCount(0)
})
