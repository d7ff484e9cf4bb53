/** Time of a person for the steps of a test in a browser: typing, pointing, and reading every page once. */
import type { BrowserContext, Page } from '@playwright/test'

/** Seconds. Source: Card, Moran and Newell, The Keystroke-Level Model, 1980: an average typist, pointing, homing, and preparing for each. */
const [KEYSTROKE, ACTION] = [0.28, 1.1 + 0.4 + 1.35]
/** Source: Brysbaert, How many words do we read per minute?, 2019 */
const WORDS_PER_MINUTE = 238

export interface Pace {
  /** Reads the page as it is now. */
  read(page: Page): Promise<void>
  /** Counts what the browser does not see: a click in an e-mail, or in a dialog of the system. */
  act(times: number): void
  /** Returns the minutes until now, without the times of waiting. */
  minutes(): number
  /** Returns the clicks until now. */
  clicks(): number
  /** Returns how often a field was filled in until now. */
  fields(): number
}

/** Counts what is typed and clicked in a browser context from now on. */
export async function observePace(context: BrowserContext): Promise<Pace> {
  const counts = { clicks: 0, actions: 0, characters: 0, words: 0 }
  await context.exposeFunction('countAction', (characters: number | null) => {
    counts.actions++
    if (characters === null) counts.clicks++
    else counts.characters += characters
  })
  await context.addInitScript(() => {
    const { countAction } = window as unknown as { countAction(characters: number | null): void }
    const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.selectionStart !== null)
    document.addEventListener('click', () => countAction(null), true)
    document.addEventListener('change', ({ target }) => countAction(isText(target) ? target.value.length : 1), true)
  })
  return {
    read: async (page) => {
      // biome-ignore lint/performance/useDomNodeTextContent: A person reads what is rendered
      const text = await page.getByRole('main').innerText()
      counts.words += text.split(/\s+/).length
    },
    act: (times) => {
      counts.clicks += times
      counts.actions += times
    },
    clicks: () => counts.clicks,
    fields: () => counts.actions - counts.clicks,
    minutes: () => (counts.characters * KEYSTROKE + counts.actions * ACTION) / 60 + counts.words / WORDS_PER_MINUTE,
  }
}
