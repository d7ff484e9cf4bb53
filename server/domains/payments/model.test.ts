import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createDatabase, openForThisTest } from '../../../testing/application.ts'
import { openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit } from '../../../testing/orders.ts'
import { sized } from '../../../testing/size.ts'
import { anySequence, comeToRest, setUp } from '../../../tests/model/actors.ts'

const CLEAN = { discrepancies: [], inProgress: [] }

/** Opens an application that takes cards at a fake of the provider, whose events are lost. */
async function open() {
  const provider = await openFakeStripe(await createDatabase())
  onTestFinished(() => provider.close())
  return { provider, application: await openForThisTest(provider.settings) }
}

const { runs, commands, minutes } = sized(
  { runs: 25, commands: 50, minutes: 2 },
  { runs: 80, commands: 120, minutes: 20 },
)

/** Each has an application of its own, since the audit reads all of it after each sequence. */
const PARTS = 5

it.each(Array.from({ length: PARTS }, (_, part) => part))(
  'seats and money add up after any sequence of actions by students, admins and jobs, part %i',
  {
    timeout: minutes * 60_000,
  },
  async (part) => {
    const { provider, application } = await open()
    const property = fc.asyncProperty(anySequence(commands), async (sequence) => {
      const { model, real } = await setUp(application, provider)
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      expect((await readAudit(application)).discrepancies).toEqual([])
      await comeToRest(model, real)
      expect(await readAudit(application)).toEqual(CLEAN)
    })
    await fc.assert(property, { seed: 2019 + part, numRuns: runs / PARTS, endOnFailure: true })
  },
)
