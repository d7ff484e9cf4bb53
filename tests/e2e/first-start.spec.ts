import { expectNoViolations } from './accessibility.ts'
import { expect, withPictures } from './fixtures.ts'
import { withSetupLink } from './setup-link.ts'

/** An empty database without the demo. */
const test = withSetupLink({ DEMO: 'off', CARDS: 'sandbox', CURRENCY: 'zwg' })

test.use(withPictures)

test('the link of the first start leads an owner to Admin Home, and opens the school', async ({
  page,
  setupUrl,
  expectedErrors,
}) => {
  expectedErrors.push('503', '409')
  const closed = await page.goto('/classes')
  expect(closed?.status()).toBe(503)
  await expect(page.getByText('We open soon.')).toBeVisible()
  await expectNoViolations(page)

  await page.goto(setupUrl)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Name').fill('Ada Lovelace')
  await field('Email').fill('ada@school.example')
  await field('Password').fill('Secret@2019')
  await field('Confirm Password').fill('Secret@2018')
  await expectNoViolations(page)
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByText('Password and confirm password do not match')).toBeVisible()
  await expect(field('School Name')).toBeHidden()
  await field('Confirm Password').fill('Secret@2019')
  await next.click()
  await expect(field('School Name')).toBeFocused()
  await field('School Name').fill('Light & Lens')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(field('Email')).toHaveValue('ada@school.example')
  await next.click()
  // The browser's Back, as on a phone, loses nothing either.
  await expect(field('School Name')).toBeFocused()
  await expect(field('School Name')).toHaveValue('Light & Lens')
  await page.goBack()
  await expect(field('Password')).toBeVisible()
  await expect(field('Password')).toHaveValue('Secret@2019')
  await page.goForward()
  await expect(field('School Name')).toBeVisible()
  await expect(field('School Name')).toHaveValue('Light & Lens')
  await page.goBack()
  await next.click()
  const currencies = field('Currency').getByRole('option')
  await expect(currencies.filter({ hasText: 'SLE – Sierra Leonean Leone' })).toHaveCount(1)
  await expect(currencies.filter({ hasText: /^(BGN|ANG|HRK)/ })).toHaveCount(0)
  await expect(field('Currency')).toHaveValue('zwg')
  await field('Currency').selectOption('eur')
  await field('First classes').selectOption('Six example classes with pictures')
  await expectNoViolations(page)
  const create = page.getByRole('button', { name: 'Create school' })
  await create.click()
  await expect(page.getByText('Instructor Email is required for example classes')).toBeVisible()
  await field('Instructor Email').fill('grace@school.example')
  // A reload loses nothing but the passwords, which are not stored.
  await page.reload()
  await expect(field('Name')).toHaveValue('Ada Lovelace')
  for (const name of ['Password', 'Confirm Password']) {
    await expect(field(name)).toHaveValue('')
    await field(name).fill('Secret@2019')
  }
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Secret')
  await next.click()
  await expect(field('School Name')).toHaveValue('Light & Lens')
  await expect(field('Currency')).toHaveValue('eur')
  await expect(field('First classes')).toHaveValue('examples')
  await expect(field('Instructor Email')).toHaveValue('grace@school.example')
  await create.click()

  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('setup'))).toBeNull()
  await expect(page).toHaveTitle('Light & Lens | Admin Home')
  await expect(page.getByText('No sales in these months. Income and enrolments appear here')).toBeVisible()
  await expect(page.getByText('The months as a table')).toHaveCount(0)
  const checklist = page.getByRole('region', { name: 'Before you open' })
  await expect(checklist.getByRole('listitem')).toHaveCount(5)
  await checklist.getByRole('button', { name: 'Send test e-mail' }).click()
  await expect(checklist.getByRole('listitem').filter({ hasText: 'test e-mail' })).toContainText('Done')
  await expectNoViolations(page)
  await checklist.getByRole('button', { name: 'Put away' }).click()
  await expect(checklist).toBeHidden()
  const waiting = page.getByRole('region', { name: 'Waiting for approval' }).getByRole('listitem')
  await expect(waiting).toHaveCount(5)
  await expect(waiting.first().locator('img').first()).toHaveJSProperty('complete', true)
  const opened = await page.goto('/classes')
  expect(opened?.status()).toBe(200)
  // No class is approved yet: there is nothing to search for, and no link to an empty list.
  await expect(page.getByText('No classes are open right now.')).toBeVisible()
  await expect(page.getByRole('search')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Our first classes will appear here soon.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Top / })).toHaveCount(0)
  await expect(
    page.getByRole('link', { name: /^(SEE More Classes|See more instructor|See our classes)$/ }),
  ).toHaveCount(0)
  await page.goto(setupUrl)
  await expect(page.getByRole('alert')).toHaveText('This school is already set up. Log in to it instead.')
})
