import type { Page } from '@playwright/test'

/**
 * The short messages that a page shows from now on, each as it appears: they last 1.5 s, which on a busy machine may pass between
 * two looks. To be called before the page is opened.
 */
export async function messagesOf(page: Page): Promise<string[]> {
  const shown: string[] = []
  await page.exposeFunction('messageShown', (words: string) => shown.push(words))
  await page.addInitScript(() => {
    const tell: unknown = Reflect.get(window, 'messageShown')
    const look = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const isMessage = node instanceof Element && node.matches('[aria-label="Message"]')
        if (isMessage && typeof tell === 'function') tell(node.textContent)
      }
    })
    look.observe(document, { subtree: true, childList: true })
  })
  return shown
}
