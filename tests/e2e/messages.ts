import type { Page } from '@playwright/test'

/**
 * Collects the toasts that a page shows from now on: they last 1.5 s, which on a busy machine may pass between two polls. Call it
 * before the page is opened.
 */
export async function listMessages(page: Page): Promise<string[]> {
  const shown: string[] = []
  await page.exposeFunction('messageShown', (text: string) => shown.push(text))
  await page.addInitScript(() => {
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
