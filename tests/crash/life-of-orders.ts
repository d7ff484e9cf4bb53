/** Drives a school over HTTP through every step of the order's life, until it is through or the school is gone. */
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { type Call, callOver } from '../../contract/call.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import type { Database } from '../../server/database/database.ts'
import { tokensSignedWith } from '../../server/identity/tokens.ts'
import { keyFor } from '../../server/secrets.ts'
import { GOOD_CARD, intentIn } from '../paying.ts'
import { SECRET } from './school-process.ts'

const PRICE = 49.99
const POLL_MS = 50

export interface Actor {
  email: string
  token: string
}

export interface Cast {
  students: Actor[]
  instructor: Actor
  classIds: string[]
}

/** Who takes part: students, and an instructor with two classes. */
export async function cast(db: Database, students: number, seats: number): Promise<Cast> {
  const tokens = tokensSignedWith(keyFor('tokens', SECRET))
  const person = async (role: 'student' | 'instructor') => {
    const { id, email } = await makeUser(db, role)
    return { id, email, token: await tokens.issue(id) }
  }
  const instructor = await person('instructor')
  const made = [1, 2].map(() => makeClass(db, { instructorId: instructor.id, seats }))
  return {
    students: await Promise.all(Array.from({ length: students }, () => person('student'))),
    instructor,
    classIds: (await Promise.all(made)).map(({ id }) => id),
  }
}

/** Selecting, paying, cancelling; paying and being withdrawn; being withdrawn while paying. */
export async function everyStep(address: string, { students, instructor, classIds }: Cast): Promise<void> {
  const [ada, bertha, clara] = students
  const [first = '', second = ''] = classIds
  if (!ada || !bertha || !clara) throw new Error('three students are needed')
  await buy(address, ada, first)
  await until(async () => (await paymentsOf(address, ada))[0]?.status === 'paid')
  await cancel(address, ada)
  await until(async () => (await paymentsOf(address, ada))[0]?.refund?.status === 'done')
  await buy(address, bertha, second)
  await beginToBuy(address, clara, second)
  const withdrawing = callAs(address, instructor)
  await withdrawing(api.withdrawClass, { params: { id: second } })
  await until(async () => {
    const { open_attempts, to_refund, queued } = await withdrawing(api.getWithdrawal, { params: { id: second } })
    return open_attempts + to_refund + queued === 0
  })
}

/** Everything from selecting to the recorded payment. */
export async function buy(address: string, student: Actor, classId: string): Promise<void> {
  const clientSecret = await beginToBuy(address, student, classId)
  const transactionId = intentIn(clientSecret)
  const card = { number: GOOD_CARD, exp_month: '12', exp_year: '2034', cvc: '123' }
  const fields = Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value])
  const confirmation = `${address}/card-sandbox/v1/payment_intents/${transactionId}/confirm`
  const body = new URLSearchParams([['client_secret', clientSecret], ...fields])
  await (await fetch(confirmation, { method: 'POST', body })).text()
  await callAs(address, student)(api.recordPayment, { body: { transactionId } })
}

/** Cancels the newest payment of a student. */
export async function cancel(address: string, student: Actor): Promise<void> {
  const [payment] = await paymentsOf(address, student)
  if (payment) await callAs(address, student)(api.cancelPayment, { params: { id: payment._id } })
}

async function beginToBuy(address: string, student: Actor, classId: string): Promise<string> {
  const call = callAs(address, student)
  const { insertedId: cartId } = await call(api.selectClass, { body: { classId } })
  return (await call(api.createPaymentIntent, { body: { price: PRICE, cartId } })).clientSecret
}

async function paymentsOf(address: string, student: Actor) {
  return callAs(address, student)(api.listPayments, { query: { email: student.email } })
}

function callAs(address: string, { token }: Actor): Call {
  return callOver(async ({ method, address: path, body }) => {
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const said = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
    const answer = await fetch(`${address}/api${path}`, said)
    return { status: answer.status, body: await answer.json() }
  })
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(POLL_MS)
}
