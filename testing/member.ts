/** A user with an account at the embedded identity provider, who calls the app with the cookie of their session. */
import type { LightMyRequestResponse } from 'fastify'
import { Cookie } from 'tough-cookie'
import type { TestApplication } from './application.ts'
import { PUBLIC_URL, Visitor } from './visitor.ts'

export const PASSWORD = 'Secret@2019'

export class Member {
  readonly email: string
  readonly #application: TestApplication
  readonly #ip: string | undefined
  readonly #cookies = new Map<string, string>()

  /** @param ip where the requests come from; by default this machine */
  constructor(application: TestApplication, email: string, ip?: string) {
    this.#application = application
    this.email = email
    this.#ip = ip
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Calls the provider, by default from our own pages, and stores the cookies that it sets. */
  async identify(path: string, body?: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const visitor = new Visitor(this.#application.app, undefined, this.#ip)
    const response = await visitor.request(body ? 'POST' : 'GET', `/api/auth/${path}`, {
      headers: { origin: PUBLIC_URL, ...headers, ...(this.cookie && { cookie: this.cookie }) },
      ...(body ? { body } : {}),
    })
    for (const header of [response.headers['set-cookie'] ?? []].flat()) this.#store(Cookie.parse(header))
    return response
  }

  /** Calls the API with the session's cookie. */
  request(method: 'GET' | 'DELETE', url: string): Promise<LightMyRequestResponse> {
    return this.#application.visitor.request(method, url, { headers: { cookie: this.cookie } })
  }

  #store(cookie: Cookie | undefined): void {
    if (!cookie) return
    if (cookie.maxAge === 0) this.#cookies.delete(cookie.key)
    else this.#cookies.set(cookie.key, cookie.value)
  }

  async register(password = PASSWORD): Promise<this> {
    const response = await this.identify('sign-up/email', { name: 'Somebody', email: this.email, password })
    if (response.statusCode !== 200) throw new Error(`could not register: ${response.body}`)
    return this
  }

  signIn(password = PASSWORD): Promise<LightMyRequestResponse> {
    return this.identify('sign-in/email', { email: this.email, password })
  }

  /** Exchanges the session for a token. */
  async asVisitor(): Promise<Visitor> {
    const response = await this.exchange()
    return new Visitor(this.#application.app, response.json().jwtToken, this.#ip)
  }

  exchange(email = this.email): Promise<LightMyRequestResponse> {
    return this.prove('/api/jwt', { email })
  }

  /** Posts with the session's cookie. */
  prove(url: string, body: object): Promise<LightMyRequestResponse> {
    const visitor = new Visitor(this.#application.app, undefined, this.#ip)
    return visitor.request('POST', url, { headers: { cookie: this.cookie }, body })
  }
}
