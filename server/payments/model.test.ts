import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anySequence, comeToRest, setUp } from '../../tests/order-model/actors.ts'
import { booksOf } from '../../tests/orders.ts'
import { openTestSchool, ownDatabase, type TestSchool } from '../../tests/school.ts'
import { sized } from '../../tests/size.ts'
import { openStripeStandIn, type StripeStandIn } from '../../tests/stripe-stand-in.ts'

const { runs, commands, minutes } = sized(
  { runs: 25, commands: 50, minutes: 2 },
  { runs: 80, commands: 120, minutes: 20 },
)

let provider: StripeStandIn
let school: TestSchool
beforeAll(async () => {
  provider = await openStripeStandIn(await ownDatabase())
  school = await openTestSchool(provider.settings)
})
afterAll(async () => {
  await school.close()
  await provider.close()
})

it('whatever students, admins and jobs do in whatever order, seats and money add up', {
  timeout: minutes * 60_000,
}, async () => {
  const property = fc.asyncProperty(anySequence(commands), async (sequence) => {
    const { model, real } = await setUp(school, provider)
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    expect((await booksOf(school)).differences).toEqual([])
    await comeToRest(model, real)
    expect(await booksOf(school)).toEqual({ differences: [], underWay: [] })
  })
  await fc.assert(property, { seed: 2019, numRuns: runs, endOnFailure: true })
})
