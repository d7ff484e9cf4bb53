import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess, stopServerProcess } from '../../testing/server-process.ts'
import { expectNoViolations } from './accessibility.ts'
import { test as base, expect } from './fixtures.ts'
import { expectToFit } from './overflow.ts'
import { SEEDED } from './seeded-application.ts'
import { introduce, openWindow } from './sign-in-provider.ts'

/** The demo with its own OpenID Connect provider as the only identity provider. */
const test = base.extend<{ _: undefined }, { setupUrl: string }>({
  setupUrl: [
    async ({ browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), `school-provider-${browserName}-`))
      await cp(process.env[SEEDED] ?? '', folder, { recursive: true })
      const server = startServerProcess({ DATA_DIR: folder, LOG_LEVEL: 'warn', IDENTITY: 'oidc' }, { isVerbose: true })
      await server.url
      await expect.poll(server.output).toContain('Set up the school')
      await use(/Set up the school: (\S+)/.exec(server.output())?.[1] ?? '')
      await stopServerProcess(server)
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ setupUrl }, use) => use(new URL(setupUrl).origin),
})

test.use({ contextOptions: { reducedMotion: 'reduce' } })

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
  await main.getByLabel('School Name').fill('Light & Lens')
  await expectNoViolations(page)
  await expectToFit(page)
  await main.getByRole('button', { name: 'Create school' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible()
  await expect(page).toHaveTitle('Light & Lens | Admin Home')

  await page.getByRole('button', { name: 'LogOut' }).first().click()
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
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
