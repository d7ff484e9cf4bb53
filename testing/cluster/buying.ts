/** Students who buy over HTTP from a cluster, and classes for them. */
import { api } from '../../contract/api.ts'
import type { Call } from '../../contract/call.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { buildCardForm, intentIn, VALID_CARD } from '../paying.ts'
import { callAs, send } from './client.ts'
import type { Cluster } from './cluster.ts'

const PRICE = 49.99
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export interface Buyer {
  email: string
  call: Call
}

/** Creates students, and classes with seats. */
export async function createBuyers(
  { url, databaseUrl }: Pick<Cluster, 'url' | 'databaseUrl'>,
  { students, seats, classes = 1 }: { students: number; seats: number; classes?: number },
): Promise<{ classIds: string[]; buyers: Buyer[] }> {
  const database = await openPostgres(databaseUrl, () => {}, { migrates: false })
  try {
    const { db } = database
    const classIds: string[] = []
    for (let number = 0; number < classes; number++) classIds.push((await makeClass(db, { seats })).id)
    const buyers: Buyer[] = []
    for (let number = 0; number < students; number++) {
      const { id, email } = await makeUser(db, 'student', { emailConfirmed: true })
      buyers.push({ email, call: await callAs(url, id) })
    }
    return { classIds, buyers }
  } finally {
    await database.close()
  }
}

/** Selects a class, pays for it and records the payment. Returns the transaction id. */
export async function buy(url: string, { call }: Buyer, classId: string): Promise<string> {
  const { insertedId: cartId } = await call(api.selectClass, { body: { classId } })
  const { clientSecret } = await call(api.createPaymentIntent, { body: { price: PRICE, cartId } })
  const transactionId = intentIn(clientSecret)
  const body = buildCardForm(clientSecret, VALID_CARD).toString()
  const confirmed = `${url}/card-sandbox/v1/payment_intents/${transactionId}/confirm`
  const { status } = await send(confirmed, { method: 'POST', headers: FORM, body })
  if (status !== 200) throw new Error(`the card was not confirmed (${status})`)
  await call(api.recordPayment, { body: { transactionId } })
  return transactionId
}
