import { MAX_KILOBYTES, PUBLIC_PAGES, readRecord, toChunkName, toKilobytes } from '../../bench/scripts.ts'
import { expect, test, withPictures } from './fixtures.ts'
import { EMBEDDED } from './provider.ts'

test.use(withPictures)

/** They load the identity provider. */
const SIGN_IN_PAGES = ['/login', '/signup']

const SELECT = { name: 'Select Winter Dunes' }

test('the scripts of a page load after its first picture', async ({ page }) => {
  const order: string[] = []
  page.on('requestfinished', (request) => {
    if (/\/pictures\/school\//.test(request.url())) order.push('picture')
  })
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) order.push('script')
  })
  await page.goto('/classes')
  await expect(page.getByRole('button', SELECT)).toBeEnabled()
  expect(order[0]).toBe('picture')
  expect(order).toContain('script')
})

for (const path of ['/', '/classes'])
  test(`${path} hydrates its dates without a date format, which takes a slow phone a tenth of a second`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const built: unknown[] = []
      Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
        construct(target, args) {
          built.push(args)
          return Reflect.construct(target, args)
        },
      })
      Object.assign(window, { built })
    })
    await page.goto(path)
    const select = page.getByRole('button', { name: 'Select Night Harbour' })
    await expect(select).toBeEnabled()
    await expect(page.locator('.print').filter({ has: select })).toContainText(/\d\d:\d\d/)
    expect(await page.evaluate(() => Reflect.get(window, 'built'))).toEqual([])
  })

test('a first picture that does not arrive does not prevent selecting a class', async ({ page }) => {
  const release = Promise.withResolvers<void>()
  await page.route('**/pictures/school/**', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/classes', { waitUntil: 'commit' })
  await expect(page.getByRole('button', SELECT)).toBeEnabled()
  release.resolve()
})

test('a reload shows the page where it was scrolled to, before its first picture and its scripts', async ({ page }) => {
  const release = Promise.withResolvers<void>()
  await page.goto('/classes')
  await expect(page.getByRole('button', SELECT)).toBeEnabled()
  // The browser restores the position itself too, because React Router lets it when the page is left.
  await page.evaluate(() => {
    window.scrollTo(0, 1000)
    window.addEventListener('pagehide', () => {
      history.scrollRestoration = 'manual'
    })
  })
  await page.route('**/pictures/school/**', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'domcontentloaded' })
  expect(await page.evaluate(() => window.scrollY)).toBe(1000)
  await expect(page.getByRole('button', SELECT)).toBeDisabled()
  release.resolve()
})

test('text typed before hydration is kept', async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill('student@demo.school')
  await page.getByLabel('Password', { exact: true }).fill('Demo@2019')
  scripts.resolve()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
})

for (const path of PUBLIC_PAGES) {
  test(`the browser receives at most ${MAX_KILOBYTES} KB of scripts on ${path}, headers included, and those of the record`, {
    tag: SIGN_IN_PAGES.includes(path) ? EMBEDDED : [],
  }, async ({ page }) => {
    const list = path.replace('/:address', '')
    const links = await (await page.request.get(list)).text()
    const address = path === list ? path : (new RegExp(`href="(${list}/[^"]+)"`).exec(links)?.[1] ?? '')
    const cdp = await page.context().newCDPSession(page)
    const urls = new Map<string, string>()
    const bytes = new Map<string, number>()
    await cdp.send('Network.enable')
    cdp.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId) ?? ''
      if (url.endsWith('.js')) bytes.set(toChunkName(url), encodedDataLength)
    })
    await page.goto(address)
    await expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()
    await expect.poll(() => [...bytes.keys()].sort()).toEqual(Object.keys(readRecord()[path]).sort())
    await page.waitForLoadState('networkidle')
    expect(toKilobytes(Object.fromEntries(bytes))).toBeLessThanOrEqual(MAX_KILOBYTES)
  })
}
