/** Somebody who walks through pages with cookies and without scripts, as a popup is walked through. */

export interface Page {
  status: number
  url: string
  headers: Headers
  text: string
}

/** Follows redirects one by one, and keeps each origin's cookies; like a browser, it says where a form came from. */
export class Wanderer {
  readonly #cookies = new Map<string, Map<string, string>>()
  /** Redirects to an address that begins so are not followed: the page is then the address alone. */
  stopsAt: string | undefined

  get(url: string): Promise<Page> {
    return this.#walk(url)
  }

  /** Sends a form, or JSON. */
  post(url: string, body: Record<string, string>, { json = false } = {}): Promise<Page> {
    const type = json ? 'application/json' : 'application/x-www-form-urlencoded'
    const text = json ? JSON.stringify(body) : new URLSearchParams(body).toString()
    const headers = { 'content-type': type, origin: new URL(url).origin }
    return this.#walk(url, { method: 'POST', headers, body: text })
  }

  /** The value of the cookies that an origin would be sent. */
  cookieFor(url: string): string {
    return [...this.#jar(url)].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async #walk(url: string, request: RequestInit = {}): Promise<Page> {
    const headers = new Headers(request.headers)
    headers.set('cookie', this.cookieFor(url))
    const answer = await fetch(url, { ...request, headers, redirect: 'manual' })
    this.#keep(url, answer.headers.getSetCookie())
    const onwards = answer.headers.get('location')
    if (onwards && answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel()
      const next = new URL(onwards, url).href
      if (this.stopsAt && next.startsWith(this.stopsAt))
        return { status: 0, url: next, headers: answer.headers, text: '' }
      return this.#walk(next)
    }
    return { status: answer.status, url, headers: answer.headers, text: await answer.text() }
  }

  #keep(url: string, said: string[]): void {
    const jar = this.#jar(url)
    for (const cookie of said) {
      const [pair = '', ...attributes] = cookie.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      const over = attributes.some((attribute) => /^\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(attribute))
      if (over) jar.delete(name)
      else jar.set(name, pair.slice(at + 1))
    }
  }

  #jar(url: string): Map<string, string> {
    const { origin } = new URL(url)
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    this.#cookies.set(origin, jar)
    return jar
  }
}
