/** Where the pretend third party keeps what it hands out: in memory, until it runs out. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Kept {
  payload: AdapterPayload
  /** Milliseconds since 1970. */
  until: number
}

const MOST = 5_000

/** One for each kind of thing (sessions, codes, …). Source: oidc-provider's `Adapter`. */
export class Shelf implements Adapter {
  readonly #kept = new Map<string, Kept>()

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    this.#kept.set(id, { payload, until: Date.now() + (expiresIn || 600) * 1000 })
    const oldest = this.#kept.size > MOST ? this.#kept.keys().next().value : undefined
    if (oldest !== undefined) this.#kept.delete(oldest)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const kept = this.#kept.get(id)
    if (kept && kept.until > Date.now()) return kept.payload
    this.#kept.delete(id)
    return undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#live().find(({ payload }) => payload.uid === uid)?.payload
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#live().find(({ payload }) => payload.userCode === userCode)?.payload
  }

  async consume(id: string): Promise<void> {
    const kept = this.#kept.get(id)
    if (kept) kept.payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.#kept.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#kept) if (payload.grantId === grantId) this.#kept.delete(id)
  }

  #live(): Kept[] {
    return [...this.#kept.values()].filter(({ until }) => until > Date.now())
  }
}
