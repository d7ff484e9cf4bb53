import { expect, it } from 'vitest'
import { openForThisTest, type TestApplication } from '../../testing/application.ts'
import { Visitor } from '../../testing/visitor.ts'

const ATTACKER = '203.0.113.7'

/** Requests a page that is never cached many times at once, from one network. */
function attack({ app }: TestApplication, path: string) {
  const attacker = new Visitor(app, undefined, ATTACKER)
  return Array.from({ length: 200 }, (_, time) => attacker.request('GET', `${path}${time}`))
}

/** Counts the renders that have ended. */
function countRenders({ pages }: TestApplication): () => number {
  let renders = 0
  const { render } = pages
  pages.render = async (...args) => {
    const response = await render(...args)
    renders++
    return response
  }
  return () => renders
}

/** Sends requests of other networks at once. Returns how many renders had ended when each response came. */
function countUntilResponses({ app, visitor }: TestApplication, renders: () => number): Promise<number[]> {
  const student = new Visitor(app, undefined, '198.51.100.1')
  return Promise.all([
    visitor.request('GET', '/api/all-classes').then(renders),
    visitor.request('GET', '/readyz').then(renders),
    visitor.request('GET', '/classes').then(renders),
    student.request('GET', '/dashboard/student-home').then(renders),
  ])
}

const PATHS = ['/classes?instructor=', '/no-such-page-', '/dashboard/class/']

it.each(PATHS)('200 requests for %s… at once delay an ordinary request by a few renders at most', async (path) => {
  const application = await openForThisTest()
  const renders = countRenders(application)
  // Two are cached from now on. First requests also open connections and load modules, for several renders on a busy machine.
  await Promise.all([countUntilResponses(application, renders), countUntilResponses(application, renders)])
  const before = renders()
  const attacks = attack(application, path)
  const after = await countUntilResponses(application, renders)
  for (const count of after) expect(count - before).toBeLessThanOrEqual(8)
  await Promise.all(attacks)
})

it('a public page that has changed does not wait for the attacker’s pages, even if they ask for it first', async () => {
  const application = await openForThisTest()
  await application.visitor.request('GET', '/classes')
  application.services.catalogue.markChanged()
  const renders = countRenders(application)
  const attacks = attack(application, '/dashboard/class/').slice(0, 50)
  const first = new Visitor(application.app, undefined, ATTACKER).request('GET', '/classes')
  const response = await application.visitor.request('GET', '/classes')
  expect(response.statusCode).toBe(200)
  // While it reads its classes and is compressed, the other place renders the attacker's.
  expect(renders()).toBeLessThan(attacks.length / 2)
  await Promise.all([...attacks, first])
})

it('a network with too many pages waiting gets 503 with Retry-After in words; a classroom of 60 does not', async () => {
  const application = await openForThisTest()
  const responses = await Promise.all(attack(application, '/dashboard/class/'))
  const served = responses.filter(({ statusCode }) => statusCode === 200)
  const refused = responses.filter(({ statusCode }) => statusCode === 503)
  expect(served.length).toBeGreaterThanOrEqual(60)
  expect(refused.length).toBe(200 - served.length)
  expect(refused.length).toBeGreaterThan(100)
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    expect(body).toContain('Try again in a few seconds.')
  }
  expect(application.logged).toEqual([])
})

it('200 requests for a page with queries that it does not read cost one render', async () => {
  const application = await openForThisTest()
  const renders = countRenders(application)
  const responses = await Promise.all(attack(application, '/classes?x='))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  expect(renders()).toBe(1)
})
