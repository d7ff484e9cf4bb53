/** The viewer of pictures on the slow phone that phone/visit.ts emulates: how soon a picture is sharp, and the work of panning it. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { withApplication } from './application-process.ts'
import { withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { type Visit, visit } from './phone/visit.ts'
import { measureFrames } from './viewer/frames.ts'
import { PICTURES, prepareScene, REMARKS, type Scene } from './viewer/scene.ts'

const TIMES = 3
const MAX_SECONDS = 2.5
const MAX_FRAME_MS = 12
const MAX_RATIO = 1.3
/** The largest ratio of two equal times on a noisy machine. */
const MAX_MORE = 1.15

export async function measureViewer(): Promise<Figure[]> {
  return withApplication(async (url) => {
    const scene = await prepareScene(url)
    return withBrowser(async (browser) => [
      ...(await measureOpening(browser, url, scene)),
      ...(await measurePanning(browser, url, scene)),
    ])
  })
}

async function signInBrowser(page: Page, url: string, { student }: Scene): Promise<void> {
  const cookies = student.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url }
  })
  await page.context().addCookies(cookies)
  await page.addInitScript((token) => localStorage.setItem('token', token), student.token)
}

/** Waits until the picture has as many pixels as the screen shows of it, and is painted. Returns the seconds since the page was opened. */
async function waitForSharp(page: Page): Promise<number> {
  const ms = await page.evaluate(async () => {
    const isSharp = (picture: HTMLImageElement | null) =>
      picture?.complete === true &&
      picture.naturalWidth >= picture.getBoundingClientRect().width * devicePixelRatio * 0.99
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const find = () => document.querySelector<HTMLImageElement>('.viewer-stage img')
    while (!isSharp(find())) await nextFrame()
    await find()?.decode()
    await nextFrame()
    await nextFrame()
    return performance.now()
  })
  return ms / 1000
}

/** Opens a submission with an empty cache, as from an e-mail. */
async function open({ page }: Visit, url: string, scene: Scene, id: string): Promise<number> {
  await signInBrowser(page, url, scene)
  await page.goto(`${url}/dashboard/submission/${id}`, { waitUntil: 'commit' })
  return waitForSharp(page)
}

async function measureOpening(browser: Browser, url: string, scene: Scene): Promise<Figure[]> {
  const seconds: Openings = { inApp: [], one: [], remarked: [], many: [], both: [] }
  let requests: string[] = []
  for (let time = 0; time < TIMES; time++) {
    await visit(browser, async (visiting) => void seconds.inApp.push(await openFromList(visiting, url, scene)))
    for (const name of ['one', 'remarked', 'many', 'both'] as const)
      await visit(browser, async (visiting) => {
        seconds[name].push(await open(visiting, url, scene, scene.ids[name]))
        await visiting.quiet()
        requests = visiting.requests()
      })
  }
  const figures = toFigures(seconds)
  if (figures.some(({ holds }) => !holds)) console.error(requests.join('\n'))
  return figures
}

/** Seconds until a submission is sharp: opened from a list, and each of the scene with an empty cache. */
type Openings = Record<'inApp' | keyof Scene['ids'], number[]>

function toFigures({ inApp, one, ...others }: Openings): Figure[] {
  const inSeconds = { max: MAX_SECONDS, unit: ' s', digits: 2 }
  const fromList = 'Slow phone: from a list of briefs to the first sharp view of a picture of 24 megapixels'
  const compare = (what: string, times: number[]) => {
    const compared = `The same with ${what}, compared (${median(times).toFixed(2)} s)`
    return atMost({ what: compared, value: median(times) / median(one), max: MAX_MORE, unit: ' times', digits: 2 })
  }
  return [
    atMost({ what: fromList, value: median(inApp), ...inSeconds }),
    {
      what: 'The same from a link in an e-mail, with an empty cache',
      measured: `${median(one).toFixed(2)} s`,
      limit: 'none',
      holds: true,
    },
    compare(`${REMARKS} remarks`, others.remarked),
    compare(`${PICTURES} pictures`, others.many),
    compare(`${PICTURES} pictures and ${REMARKS} remarks`, others.both),
  ]
}

/** Opens a submission from the list of briefs. Returns seconds. */
async function openFromList({ page, quiet }: Visit, url: string, scene: Scene): Promise<number> {
  await signInBrowser(page, url, scene)
  await page.goto(`${url}/dashboard/briefs`)
  const link = page.getByRole('link', { name: /^Open.*One picture$/ })
  await link.waitFor()
  await quiet()
  const begun = await page.evaluate(() => performance.now())
  await link.evaluate((element: HTMLElement) => element.click())
  return (await waitForSharp(page)) - begun / 1000
}

/** The keys that zoom before panning: to the pixels of the picture, and to a view in which more marks are. */
const ZOOMS = { '100 %': ['0', '1'], 'twice the size of the screen': ['0', '+', '+', '+'] }

async function measurePanning(browser: Browser, url: string, scene: Scene): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [zoom, keys] of Object.entries(ZOOMS)) {
    const [marked, plain]: [number[], number[]] = [[], []]
    for (let time = 0; time < TIMES; time++)
      await visit(browser, async (visiting) => {
        await open(visiting, url, scene, scene.ids.remarked)
        await visiting.quiet()
        marked.push(...(await panPicture(visiting, keys)))
        await visiting.page.getByRole('button', { name: /^Picture 2:/ }).click()
        await waitForSharp(visiting.page)
        plain.push(...(await panPicture(visiting, keys)))
      })
    figures.push(...comparePanning(zoom, marked, plain))
  }
  return figures
}

function comparePanning(zoom: string, marked: number[], plain: number[]): Figure[] {
  const [with95, without95] = [percentile95(marked), percentile95(plain)]
  const what = `Slow phone: work of the main thread in a frame of panning at ${zoom} with ${REMARKS} remarks, 95th percentile (${marked.length} frames)`
  const compared = `The same compared with the picture without remarks (95th percentile ${without95.toFixed(1)} ms; means ${mean(marked).toFixed(1)} and ${mean(plain).toFixed(1)} ms)`
  return [
    atMost({ what, value: with95, max: MAX_FRAME_MS, unit: ' ms', digits: 1 }),
    atMost({ what: compared, value: with95 / without95, max: MAX_RATIO, unit: ' times', digits: 2 }),
  ]
}

/** Zooms in and drags the picture with a finger. Returns the milliseconds of work in each frame. */
async function panPicture({ page, cdp, quiet }: Visit, keys: string[]): Promise<number[]> {
  const frame = page.locator('.viewer-frame')
  await frame.scrollIntoViewIfNeeded()
  for (const key of keys) await page.keyboard.press(key)
  await quiet()
  const box = await frame.boundingBox()
  if (!box) throw new Error('The picture is not shown')
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  return measureFrames(cdp, async () => {
    for (const [x, y] of [
      ...[[-1, 0] as const, [-1, 0] as const, [-1, 0] as const],
      ...[[0, -1] as const, [0, -1] as const, [1, 0] as const, [0, 1] as const],
    ])
      await drag(cdp, center, { x: x * 150, y: y * 100 })
  })
}

async function drag(cdp: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  const gesture = { gestureSourceType: 'touch', preventFling: true, speed: 200 } as const
  await cdp.send('Input.synthesizeScrollGesture', { ...from, xDistance: by.x, yDistance: by.y, ...gesture })
}

function percentile95(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

const mean = (times: number[]) => times.reduce((sum, each) => sum + each, 0) / times.length
