import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, openTestApplication, type TestApplication } from '../../../testing/application.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit } from '../../../testing/orders.ts'
import { sized } from '../../../testing/size.ts'
import { anySequence, comeToRest, setUp } from '../../../tests/model/actors.ts'

const { runs, commands, minutes } = sized(
  { runs: 25, commands: 50, minutes: 2 },
  { runs: 80, commands: 120, minutes: 20 },
)

let provider: FakeStripe
let application: TestApplication
beforeAll(async () => {
  provider = await openFakeStripe(await createDatabase())
  application = await openTestApplication(provider.settings)
})
afterAll(async () => {
  await application.close()
  await provider.close()
})

it('seats and money add up after any sequence of actions by students, admins and jobs', {
  timeout: minutes * 60_000,
}, async () => {
  const property = fc.asyncProperty(anySequence(commands), async (sequence) => {
    const { model, real } = await setUp(application, provider)
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    expect((await readAudit(application)).discrepancies).toEqual([])
    await comeToRest(model, real)
    expect(await readAudit(application)).toEqual({ discrepancies: [], inProgress: [] })
  })
  await fc.assert(property, { seed: 2019, numRuns: runs, endOnFailure: true })
})
