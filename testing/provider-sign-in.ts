/** Signs in with the demo's sign-in provider, as a browser without JavaScript does. */
import { openTestApplication, type TestApplication } from './application.ts'
import { Crawler, type Page } from './crawler.ts'
import { freePort } from './free-port.ts'

/** Opens an application that listens, because it and its sign-in provider call each other. */
export async function openListening(settings: Record<string, string>): Promise<TestApplication> {
  const port = Number(settings.PORT ?? (await freePort()))
  const application = await openTestApplication({ PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings })
  await application.app.listen({ port, host: '127.0.0.1' })
  return application
}

/** Returns the URL that starts a sign-in in a popup. */
export function startUrl({ settings, signInProviders }: TestApplication, overrides: Record<string, string> = {}) {
  const query = {
    provider: signInProviders[0]?.id ?? '',
    popupOrigin: settings.publicUrl,
    popupNonce: 'n',
    callbackURL: '/',
    ...overrides,
  }
  return `${settings.publicUrl}/api/auth/oauth-popup/start?${new URLSearchParams(query)}`
}

/** Returns the message of the popup's last page to its opener. */
export function readOutcome({ text }: Page): { token?: string; error?: { code: string } } {
  return JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}')
}

/** Returns the URL to which the form of a page is sent. */
export function readAction({ url, text }: Page): string {
  return new URL(/action="([^"]+)"/.exec(text)?.[1] ?? '', url).href
}

/** Signs in with an e-mail at the demo's provider. */
export async function signInWithProvider(
  application: TestApplication,
  email: string,
  name = 'Somebody',
  who = new Crawler(),
) {
  const loginPage = await who.get(startUrl(application))
  const done = await who.post(readAction(loginPage), { Email: email, Name: name })
  return { who, outcome: readOutcome(done), done }
}

/** Returns the user of a crawler's session, or null. */
export async function readSessionUser({ settings }: TestApplication, who: Crawler) {
  const { text } = await who.get(`${settings.publicUrl}/api/auth/get-session`)
  return JSON.parse(text)?.user ?? null
}
