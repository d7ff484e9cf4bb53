/** Somebody with an account at the embedded identity provider, who calls the app with their session's cookie. */
import type { LightMyRequestResponse } from 'fastify'
import { PUBLIC_URL, type TestSchool } from './school.ts'
import { Visitor } from './visitor.ts'

export const PASSWORD = 'Secret@2019'

export class Member {
  readonly email: string
  readonly #school: TestSchool
  readonly #address: string | undefined
  #cookie = ''

  /** @param address where the requests come from; this machine, if it is not said */
  constructor(school: TestSchool, email: string, address?: string) {
    this.#school = school
    this.email = email
    this.#address = address
  }

  get cookie(): string {
    return this.#cookie
  }

  /** A call of the provider, from our own pages unless the headers say otherwise. A session's cookie that it sets is kept. */
  async identify(path: string, body?: object, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const visitor = new Visitor(this.#school.app, undefined, this.#address)
    const said = { origin: PUBLIC_URL, ...headers, ...(this.#cookie && { cookie: this.#cookie }) }
    const answer = await visitor.request(body ? 'POST' : 'GET', `/api/auth/${path}`, {
      headers: said,
      ...(body ? { body } : {}),
    })
    const set = answer.headers['set-cookie']
    if (set) this.#cookie = String(set).split(';')[0] ?? ''
    return answer
  }

  async register(password = PASSWORD): Promise<this> {
    const answer = await this.identify('sign-up/email', { name: 'Somebody', email: this.email, password })
    if (answer.statusCode !== 200) throw new Error(`could not register: ${answer.body}`)
    return this
  }

  signIn(password = PASSWORD): Promise<LightMyRequestResponse> {
    return this.identify('sign-in/email', { email: this.email, password })
  }

  /** A visitor with a token for this session. */
  async asVisitor(): Promise<Visitor> {
    const answer = await this.exchange()
    return new Visitor(this.#school.app, answer.json().jwtToken)
  }

  exchange(email = this.email): Promise<LightMyRequestResponse> {
    return this.prove('/api/jwt', { email })
  }

  /** A call for the holder of a proof. */
  prove(url: string, body: object): Promise<LightMyRequestResponse> {
    return this.#school.visitor.request('POST', url, { headers: { cookie: this.#cookie }, body })
  }
}
