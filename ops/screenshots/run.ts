/**
 * `npm run screenshots`: takes every page into screenshots/, in both themes and three widths, signed in where needed, with a contact
 * sheet for each theme and width. Names select pages: `npm run screenshots -- home classes`. It starts its own demo application.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { withApplication } from '../../bench/application-process.ts'
import { withBrowser } from '../../bench/browser.ts'
import { type Prepared, prepare, signedInState } from './people.ts'
import { type Print, type SheetLayout, writeSheet } from './sheet.ts'
import { findShots, type Shot } from './shots.ts'
import { take } from './take.ts'

const FOLDER = join(import.meta.dirname, '../../screenshots')
const SHEETS: SheetLayout[] = [
  { screen: { width: 390, height: 844 }, columns: 8, cell: 240 },
  { screen: { width: 768, height: 1024 }, columns: 6, cell: 320 },
  { screen: { width: 1440, height: 900 }, columns: 4, cell: 480 },
]
const THEMES = ['light', 'dark']
const NARROWEST = 390

type States = Map<Shot['viewer'], Awaited<ReturnType<typeof signedInState>>>

const names = process.argv.slice(2)
const shots = findShots(names)
if (names.length === 0) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
await withApplication((url) => withBrowser((browser) => takeAll(browser, url)))

async function takeAll(browser: Browser, url: string): Promise<void> {
  const prepared = await prepare(url)
  const states: States = new Map()
  for (const viewer of new Set(shots.map((shot) => shot.viewer)))
    states.set(viewer, await signedInState(browser, url, viewer))
  for (const layout of SHEETS) {
    await Promise.all(THEMES.map((theme) => takeSheet(browser, { url, theme, layout, states, prepared })))
  }
}

interface SheetOptions {
  url: string
  theme: string
  layout: SheetLayout
  states: States
  prepared: Prepared
}

async function takeSheet(browser: Browser, { url, theme, layout, states, prepared }: SheetOptions): Promise<void> {
  const { width, height } = layout.screen
  const isPhone = width === NARROWEST
  const prints: Print[] = []
  for (const shot of shots.filter(({ drawer }) => isPhone || !drawer)) {
    const file = join(FOLDER, `${width}-${theme}-${shot.name}.png`)
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: 'reduce',
      storageState: states.get(shot.viewer),
    })
    await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await take(await context.newPage(), shot, prepared, file)
    await context.close()
    prints.push({ name: shot.name, file })
  }
  const sheet = join(FOLDER, `sheet-${width}-${theme}.png`)
  await writeSheet(prints, sheet, layout)
  console.log(sheet)
}
