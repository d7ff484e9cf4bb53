/** Steps of the clients on opening day: 90 % are browsing, 8 % pages of a student, 2 % purchases. */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { CallError } from '../../contract/call.ts'
import { toClassPath } from '../../contract/slug.ts'
import { beginToBuy } from '../buying.ts'
import { listClasses } from '../classes.ts'
import { callAs } from '../signed-in.ts'
import type { School } from './school.ts'

const SHARES = { purchase: 0.02, student: 0.08 }
const PRICE = 49.99

export type Step = 'browsing' | keyof typeof SHARES

export interface Visits {
  /** The time of each step, in milliseconds. */
  times: Record<Step, number[]>
  /** Responses of 5xx, and requests without a response. */
  serverErrors: string[]
}

export interface VisitOptions {
  clients: number
  seconds: number
  /** The mean time between two steps of a client. */
  pauseMs: number
}

export type Visit = (options: VisitOptions) => Promise<Visits>

/**
 * Returns a function that lets all clients visit at once, each from an address of its own. Later visits buy what earlier ones have not.
 * A refusal other than 5xx ends the measurement.
 */
export async function prepareVisits(url: string, school: School, secret: string): Promise<Visit> {
  const steps = await createSteps(url, school, secret)
  return async ({ clients, seconds, pauseMs }) => {
    const visits: Visits = { times: { browsing: [], student: [], purchase: [] }, serverErrors: [] }
    const end = performance.now() + seconds * 1000
    const run = async (client: number) => {
      const agent = new Agent({ keepAlive: true })
      while (performance.now() < end) {
        await take(steps, chooseStep(), { agent, client }, visits)
        await pause(2 * Math.random() * pauseMs)
      }
      agent.destroy()
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
    return visits
  }
}

async function take(steps: Steps, step: Step, client: Client, { times, serverErrors }: Visits): Promise<void> {
  const begun = performance.now()
  try {
    await steps[step](client)
    times[step].push(performance.now() - begun)
  } catch (error) {
    serverErrors.push(describeServerError(error))
  }
}

function chooseStep(): Step {
  const number = Math.random()
  if (number < SHARES.purchase) return 'purchase'
  return number < SHARES.purchase + SHARES.student ? 'student' : 'browsing'
}

/** @throws the error itself unless it is one of the server */
function describeServerError(error: unknown): string {
  if (error instanceof CallError && error.statusCode < 500) throw error
  return String(error)
}

/** A client has connections of its own, and a number for its address. */
export interface Client {
  agent: Agent
  client: number
}

export type Steps = Record<Step, (client: Client) => Promise<unknown>>

/** Prepares the steps of clients, who sign in as the students of the school. */
export async function createSteps(url: string, { students, classIds }: School, secret: string): Promise<Steps> {
  const paths = await listPaths(url)
  const people = await Promise.all(
    students.map(async ({ id, email }) => ({ email, call: await callAs(url, secret, id) })),
  )
  let purchases = 0
  return {
    browsing: ({ agent, client }) =>
      readPage(url + pick(paths, Math.floor(Math.random() * paths.length)), agent, client),
    student: async ({ agent, client }) => {
      const { email, call } = pick(people, client)
      const own = { query: { email } }
      await readPage(`${url}/dashboard/student-home`, agent, client)
      await Promise.all([call(api.listEnrolledClasses, own), call(api.listPayments, own), call(api.listCart, own)])
    },
    purchase: async () => {
      const number = purchases++
      const classId = pick(classIds, number + Math.floor(number / people.length))
      const finish = await beginToBuy(url, pick(people, number), { _id: classId, price: PRICE })
      await finish()
    },
  }
}

async function listPaths(url: string): Promise<string[]> {
  const pages = (await listClasses(url)).slice(0, 10).map(toClassPath)
  return ['/', '/classes', '/classes?q=night', '/classes?sort=price', '/instructors', '/api/all-classes', ...pages]
}

/** Returns the item at an index, from the start again after the last one. */
function pick<T>(items: T[], index: number): T {
  return items[index % items.length] as T
}

/** Reads a page as the browser of a client does. */
export function readPage(url: string, agent: Agent, client: number): Promise<void> {
  const headers = { 'accept-encoding': 'br', 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` }
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.on('end', () => (statusCode === 200 ? resolve() : reject(new Error(`${url}: ${statusCode}`))))
    })
    request.on('error', reject)
  })
}
