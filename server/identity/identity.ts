/** The seam to whoever keeps passwords: our own embedded provider, or a hosted one. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the provider vouches for. The e-mail is in lower case. */
export interface Proof {
  email: string
  name: string
  image: string | null
}

export interface Identity {
  /** Whom the request proves to be, by the provider's own means (a session cookie, an ID token), or null. */
  prove(request: FastifyRequest): Promise<Proof | null>
  /** Puts the provider's own addresses on the app, where it has some. */
  mount(app: FastifyInstance): void
}
