/** Stores the provider's sessions, codes and tokens in memory until they expire. */
import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  /** Milliseconds since 1970. */
  until: number
}

const MAX_ENTRIES = 5_000

/** oidc-provider creates one for each kind of entry (sessions, codes, …). Source: its `Adapter` */
export class MemoryAdapter implements Adapter {
  readonly #entries = new Map<string, Entry>()

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    this.#entries.set(id, { payload, until: Date.now() + (expiresIn || 600) * 1000 })
    const oldest = this.#entries.size > MAX_ENTRIES ? this.#entries.keys().next().value : undefined
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const entry = this.#entries.get(id)
    if (entry && entry.until > Date.now()) return entry.payload
    this.#entries.delete(id)
    return undefined
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#listUnexpired().find(({ payload }) => payload.uid === uid)?.payload
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#listUnexpired().find(({ payload }) => payload.userCode === userCode)?.payload
  }

  async consume(id: string): Promise<void> {
    const entry = this.#entries.get(id)
    if (entry) entry.payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.#entries.delete(id)
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { payload }] of this.#entries) if (payload.grantId === grantId) this.#entries.delete(id)
  }

  #listUnexpired(): Entry[] {
    return [...this.#entries.values()].filter(({ until }) => until > Date.now())
  }
}
