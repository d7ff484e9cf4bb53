import type { BrowserContext, Page } from '@playwright/test'

/** Tabs whose toasts are not collected, since a test only signs in or out there. */
export const silentTabs = new WeakSet<Page>()

/**
 * Collects the toasts that the pages of a browser show from now on: they last 1.5 s, which on a busy machine may pass between two polls. Call it
 * before a page is opened.
 */
export async function listMessages(context: BrowserContext): Promise<string[]> {
  const shown: string[] = []
  await context.exposeBinding('messageShown', ({ page }, text: string) => {
    if (!silentTabs.has(page)) shown.push(text)
  })
  await context.addInitScript(() => {
    const report: unknown = Reflect.get(window, 'messageShown')
    const observer = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const isMessage = node instanceof Element && node.matches('.toast-card')
        if (isMessage && typeof report === 'function') report(node.textContent)
      }
    })
    observer.observe(document, { subtree: true, childList: true })
  })
  return shown
}
