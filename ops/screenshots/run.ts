/**
 * `npm run screenshots`: every page in screenshots/, in both themes and three widths, signed in where it needs that, and a contact
 * sheet for each theme and width. Names take only those: `npm run screenshots -- home classes`. Runs a demo school of its own.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { withBrowser } from '../../bench/browser.ts'
import { withSchool } from '../../bench/school-process.ts'
import { type Prepared, prepare, signedInState } from './people.ts'
import { type Print, type SheetLayout, writeSheet } from './sheet.ts'
import { shotsNamed, type Who } from './shots.ts'
import { take } from './take.ts'

const FOLDER = join(import.meta.dirname, '../../screenshots')
const SHEETS: SheetLayout[] = [
  { screen: { width: 390, height: 844 }, columns: 8, cell: 240 },
  { screen: { width: 768, height: 1024 }, columns: 6, cell: 320 },
  { screen: { width: 1440, height: 900 }, columns: 4, cell: 480 },
]
const THEMES = ['light', 'dark']
const NARROWEST = 390

type States = Map<Who, Awaited<ReturnType<typeof signedInState>>>

const names = process.argv.slice(2)
const shots = shotsNamed(names)
if (names.length === 0) await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
await withSchool((school) => withBrowser((browser) => takeAll(browser, school)))

async function takeAll(browser: Browser, school: string): Promise<void> {
  const prepared = await prepare(school)
  const states: States = new Map()
  for (const who of new Set(shots.map((shot) => shot.who))) states.set(who, await signedInState(browser, school, who))
  for (const layout of SHEETS) {
    await Promise.all(THEMES.map((theme) => takeSheet(browser, { school, theme, layout, states, prepared })))
  }
}

interface Sitting {
  school: string
  theme: string
  layout: SheetLayout
  states: States
  prepared: Prepared
}

async function takeSheet(browser: Browser, { school, theme, layout, states, prepared }: Sitting): Promise<void> {
  const { width, height } = layout.screen
  const isPhone = width === NARROWEST
  const prints: Print[] = []
  for (const shot of shots.filter(({ drawer }) => isPhone || !drawer)) {
    const file = join(FOLDER, `${width}-${theme}-${shot.name}.png`)
    const context = await browser.newContext({
      baseURL: school,
      viewport: { width, height },
      isMobile: isPhone,
      hasTouch: isPhone,
      reducedMotion: 'reduce',
      storageState: states.get(shot.who),
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
