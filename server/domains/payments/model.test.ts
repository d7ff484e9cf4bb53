import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase, openForThisTest } from '../../../testing/application.ts'
import { openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit } from '../../../testing/orders.ts'
import { sized } from '../../../testing/size.ts'
import { anySequence, comeToRest, setUp } from '../../../tests/model/actors.ts'
import { anyLife, live } from '../../../tests/model/lives.ts'
import { liveParty } from '../../../tests/model/parties.ts'
import { anyPartyLife } from '../../../tests/model/party-steps.ts'
import { anySeatLife, CHOICE_DAYS, liveSeat } from '../../../tests/model/seat-lives.ts'

const CLEAN = { discrepancies: [], inProgress: [] }

/** Opens an application that takes cards at a fake of the provider, whose events are lost. */
async function open(settings: Record<string, string> = {}, choiceDays = 0) {
  const provider = await openFakeStripe(await createDatabase())
  onTestFinished(() => provider.close())
  return { provider, application: await openForThisTest({ ...provider.settings, ...settings }, { choiceDays }) }
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

/** Of currencies with 0, 2, 2 and 3 decimals, and with up to 12 digits. An application has few lives, since the audit reads all of them. */
const CURRENCIES = ['jpy', 'usd', 'idr', 'kwd']
const LIVES_EACH = sized(36, 21)
const SEAT_LIVES = sized(4, 17)
/** So that a round has 200 lives. */
const PARTY_LIVES = sized(40, 48)
const rounds = sized(1, 50)

describe.each(Array.from({ length: rounds }, (_, round) => round))('the money of 200 lives, round %i,', (round) => {
  it.each(CURRENCIES)(
    'adds up in %s after any refunds by admins, students and the provider',
    {
      timeout: 3 * 60_000,
    },
    async (currency) => {
      const { provider, application } = await open({ CURRENCY: currency })
      const world = { application, provider, currency, admin: await application.signedIn('admin') }
      const property = fc.asyncProperty(anyLife(currency), async (life) => {
        await live(world, life)
        expect(await readAudit(application)).toEqual(CLEAN)
      })
      await fc.assert(property, {
        seed: 2019 + round * CURRENCIES.length + CURRENCIES.indexOf(currency),
        numRuns: LIVES_EACH,
        endOnFailure: true,
      })
    },
  )

  it.each(CURRENCIES)(
    'adds up in %s after dates were canceled, and students have chosen, moved to dearer and cheaper ones, and got parts back',
    { timeout: 3 * 60_000 },
    async (currency) => {
      const { provider, application } = await open({ CURRENCY: currency }, CHOICE_DAYS)
      const world = { application, provider, currency, admin: await application.signedIn('admin') }
      const property = fc.asyncProperty(anySeatLife(currency), async (life) => {
        await liveSeat(world, life)
        expect(await readAudit(application)).toEqual(CLEAN)
      })
      const seed = 2019 + round * CURRENCIES.length + CURRENCIES.indexOf(currency)
      await fc.assert(property, { seed, numRuns: SEAT_LIVES, endOnFailure: true })
    },
  )

  it('adds up after seats for others were bought, claimed, named, given away and given up, by two people at once too', {
    timeout: 5 * 60_000,
  }, async () => {
    const { provider, application } = await open()
    const world = { application, provider, currency: 'usd', admin: await application.signedIn('admin') }
    const property = fc.asyncProperty(anyPartyLife(), async (life) => {
      await liveParty(world, life)
      expect(await readAudit(application)).toEqual(CLEAN)
    })
    await fc.assert(property, { seed: 2019 + round, numRuns: PARTY_LIVES, endOnFailure: true })
  })
})
