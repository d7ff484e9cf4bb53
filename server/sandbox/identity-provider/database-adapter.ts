/** Stores the provider's sessions, codes and tokens in the database until they expire, so that every instance has them. */
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '#server/platform/database/database.ts'
import { entries } from './sign-in-sandbox.table.ts'

const DEFAULT_SECONDS = 600

/** One kind of entry (sessions, codes, …), for which oidc-provider creates an adapter. Source: its `Adapter` */
export class DatabaseAdapter implements Adapter {
  readonly #db: Database
  readonly #kind: string

  constructor(db: Database, kind: string) {
    this.#db = db
    this.#kind = kind
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const now = Date.now()
    const expiresAt = now + (expiresIn || DEFAULT_SECONDS) * 1000
    const values = { payload, uid: payload.uid ?? null, grantId: payload.grantId ?? null, expiresAt }
    await this.#db
      .insert(entries)
      .values({ id: this.#toKey(id), ...values })
      .onConflictDoUpdate({ target: entries.id, set: values })
    await this.#db.delete(entries).where(lte(entries.expiresAt, now))
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere(eq(entries.id, this.#toKey(id)))
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findWhere(eq(entries.uid, uid))
  }

  /** Only the device flow, which is off, has user codes. */
  async findByUserCode(): Promise<undefined> {}

  /** Marks a code as used. A second use ends its tokens. */
  async consume(id: string): Promise<void> {
    const consumed = sql`jsonb_set(${entries.payload}, '{consumed}', to_jsonb(${Math.floor(Date.now() / 1000)}::int))`
    await this.#db
      .update(entries)
      .set({ payload: consumed })
      .where(eq(entries.id, this.#toKey(id)))
  }

  async destroy(id: string): Promise<void> {
    await this.#db.delete(entries).where(eq(entries.id, this.#toKey(id)))
  }

  /** Ends the entries of this kind only: a sign-in that is under way has the grant of the last one. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.delete(entries).where(and(eq(entries.grantId, grantId), this.#isOfKind))
  }

  async #findWhere(condition: ReturnType<typeof eq>): Promise<AdapterPayload | undefined> {
    const [row] = await this.#db
      .select()
      .from(entries)
      .where(and(condition, this.#isOfKind, gt(entries.expiresAt, Date.now())))
    return row?.payload
  }

  get #isOfKind(): SQL {
    return sql`starts_with(${entries.id}, ${`${this.#kind}:`})`
  }

  #toKey(id: string): string {
    return `${this.#kind}:${id}`
  }
}
