/**
 * A client that knows the published API only: it imports nothing of the application, calls plain fetch, and keeps a cookie and a token
 * as a browser does. It signs in with the documented calls of `/api/auth`.
 */
import { Crawler } from '../../testing/crawler.ts'

export interface Person {
  name: string
  email: string
  password: string
}

export interface Reply<Body> {
  status: number
  body: Body
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export class ForeignClient {
  readonly #host: string
  #cookie = ''
  #token = ''
  #email = ''

  constructor(host: string) {
    this.#host = host
  }

  get email(): string {
    return this.#email
  }

  /** Registers with the identity provider, exchanges the session for a token, and posts the user record. Returns the response of that. */
  async register({ name, email, password }: Person, image: string): Promise<Reply<{ insertedId: string | null }>> {
    await this.#identify('sign-up/email', { name, email, password })
    await this.#exchange(email)
    return this.#createUser(name, image)
  }

  /** Signs in at the demo's third party in a window of its own. Posts the user record, as after a registration. */
  async signInWithThirdParty(email: string, name: string): Promise<Reply<{ insertedId: string | null }>> {
    const popup = new Crawler()
    const query = { provider: 'demo', popupOrigin: this.#host, popupNonce: '1', callbackURL: '/' }
    const form = await popup.get(`${this.#host}/api/auth/oauth-popup/start?${new URLSearchParams(query)}`)
    const action = /action="([^"]+)"/.exec(form.text)?.[1] ?? ''
    await popup.post(new URL(action, form.url).href, { Email: email, Name: name })
    this.#cookie = popup.cookieFor(this.#host)
    await this.#exchange(email)
    return this.#createUser(name, '')
  }

  async updateProfile(name: string, image: string): Promise<void> {
    await this.#identify('update-user', { name, image })
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.#identify('sign-in/email', { email, password })
    await this.#exchange(email)
  }

  async signOut(): Promise<void> {
    await this.#identify('sign-out', {})
  }

  /** Makes a call that must succeed. Returns the parsed body. */
  async call<Body>(method: Method, path: string, body?: object): Promise<Body> {
    const response = await this.send<Body>(method, path, body)
    if (response.status !== 200)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }

  /** Makes a call. Returns its status and the parsed body. @param withToken false for the calls that prove the session by its cookie */
  async send<Body>(method: Method, path: string, body?: object, withToken = true): Promise<Reply<Body>> {
    const headers: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
    if (withToken && this.#token) headers.authorization = `Bearer ${this.#token}`
    if (!withToken) headers.cookie = this.#cookie
    const response = await fetch(`${this.#host}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Body }
  }

  /** Uploads an image as an image-hosting service takes it. Returns its URL. */
  async upload(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData()
    form.set('image', new File([bytes], 'class.png', { type: 'image/png' }))
    const headers = { authorization: `Bearer ${this.#token}` }
    const response = await fetch(`${this.#host}/api/images`, { method: 'POST', headers, body: form })
    const { success, data } = (await response.json()) as { success: boolean; data: { display_url: string } }
    if (!success) throw new Error('the image was refused')
    return data.display_url
  }

  /** Confirms a card payment with the card sandbox, as its documented test card. Returns the status of the intent. */
  async payByCard(clientSecret: string): Promise<string> {
    const [intent] = clientSecret.split('_secret_')
    const body = new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': this.#email,
      'payment_method_data[billing_details][name]': 'unknown',
    })
    const response = await fetch(`${this.#host}/card-sandbox/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      body,
    })
    return ((await response.json()) as { status: string }).status
  }

  #createUser(name: string, image: string): Promise<Reply<{ insertedId: string | null }>> {
    const userInfo = { name, email: this.#email, image, role: 'student', created_at: Date.now() }
    return this.send('POST', '/users', { userInfo }, false)
  }

  async #identify(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json', origin: this.#host, cookie: this.#cookie }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${this.#host}/api/auth/${path}`, request)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
  }

  async #exchange(email: string): Promise<void> {
    const { status, body } = await this.send<{ jwtToken: string }>('POST', '/jwt', { email }, false)
    if (status !== 200) throw new Error(`/jwt: ${status}`)
    this.#email = email
    this.#token = body.jwtToken
  }
}
