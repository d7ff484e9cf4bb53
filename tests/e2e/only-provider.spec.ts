import { expectNoViolations } from './accessibility.ts'
import { expect } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { withSetupLink } from './setup-link.ts'
import { introduce, openWindow } from './sign-in-provider.ts'
import { pressLogOut } from './student.ts'

/** The demo with its own OpenID Connect provider as the only identity provider. */
const test = withSetupLink({ IDENTITY: 'oidc' })

test('the set-up, registering and logging in lead through the provider, and nothing asks for a password', async ({
  page,
  setupUrl,
}) => {
  const main = page.getByRole('main')
  await page.goto(setupUrl)
  await introduce(await openWindow(page), 'ada@school.example', 'Ada Lovelace')
  await expect(main.getByLabel('Email', { exact: true })).toHaveValue('ada@school.example')
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace')
  await expect(main.getByLabel(/Password/)).toHaveCount(0)
  await main.getByRole('button', { name: 'Next' }).click()
  await main.getByLabel('School Name').fill('Light & Lens')
  await expectNoViolations(page)
  await expectToFit(page)
  await main.getByRole('button', { name: 'Create school' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible()
  await expect(page).toHaveTitle('Light & Lens | Admin Home')

  await pressLogOut(page)
  for (const path of ['/signup', '/forgot-password', '/login']) {
    await page.goto(path)
    await expect(main.getByLabel(/Password|Email/)).toHaveCount(0)
    await expectNoViolations(page)
  }
  await introduce(await openWindow(page), 'nora@third.test')
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard/profile')
  await expect(main.getByRole('heading', { name: 'Delete account' })).toBeVisible()
  await expect(main.getByRole('heading', { name: /assword|Ways to sign in/ })).toHaveCount(0)
  await expect(main.getByRole('heading', { name: "Where you're logged in" })).toBeVisible()
})
