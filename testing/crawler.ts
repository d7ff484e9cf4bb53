/** A client that walks through pages with cookies and without scripts, as a user does in a popup. */
import { CookieJar } from 'tough-cookie'

export interface Page {
  status: number
  url: string
  headers: Headers
  text: string
}

/** Follows redirects one by one and stores cookies. Like a browser, it sends the origin with a form. */
export class Crawler {
  readonly #cookies = new CookieJar()
  /** Redirects to URLs with this beginning are not followed: the page then has a URL and no text. */
  stopsAt: string | undefined

  get(url: string): Promise<Page> {
    return this.#walk(url)
  }

  /** Sends a form, or JSON. */
  post(url: string, body: object, { json = false } = {}): Promise<Page> {
    const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
    const text = json ? JSON.stringify(body) : new URLSearchParams(Object.entries(body)).toString()
    const headers = { 'content-type': type, origin: new URL(url).origin }
    return this.#walk(url, { method: 'POST', headers, body: text })
  }

  /** Returns the header with the cookies for a URL. */
  cookieFor(url: string): string {
    return this.#cookies.getCookieStringSync(url)
  }

  async #walk(url: string, request: RequestInit = {}): Promise<Page> {
    const headers = new Headers(request.headers)
    headers.set('cookie', this.cookieFor(url))
    const response = await fetch(url, { ...request, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) this.#cookies.setCookieSync(cookie, url)
    const location = response.headers.get('location')
    if (!location || response.status < 300 || response.status >= 400)
      return { status: response.status, url, headers: response.headers, text: await response.text() }
    await response.body?.cancel()
    const next = new URL(location, url).href
    if (this.stopsAt && next.startsWith(this.stopsAt))
      return { status: 0, url: next, headers: response.headers, text: '' }
    return this.#walk(next)
  }
}
