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
  #cookie = ''

  /** @param ip where the requests come from; by default this machine */
  constructor(application: TestApplication, email: string, ip?: string) {
    this.#application = application
    this.email = email
    this.#ip = ip
  }

  get cookie(): string {
    return this.#cookie
  }

  /** Calls the provider, by default from our own pages, and stores the cookie that it sets. */
  async identify(path: string, body?: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const visitor = new Visitor(this.#application.app, undefined, this.#ip)
    const response = await visitor.request(body ? 'POST' : 'GET', `/api/auth/${path}`, {
      headers: { origin: PUBLIC_URL, ...headers, ...(this.#cookie && { cookie: this.#cookie }) },
      ...(body ? { body } : {}),
    })
    const [cookie] = [response.headers['set-cookie'] ?? []].flat()
    if (cookie) this.#cookie = Cookie.parse(cookie)?.cookieString() ?? ''
    return response
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
    return new Visitor(this.#application.app, response.json().jwtToken)
  }

  exchange(email = this.email): Promise<LightMyRequestResponse> {
    return this.prove('/api/jwt', { email })
  }

  /** Posts with the session's cookie. */
  prove(url: string, body: object): Promise<LightMyRequestResponse> {
    return this.#application.visitor.request('POST', url, { headers: { cookie: this.#cookie }, body })
  }
}
