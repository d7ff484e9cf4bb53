/** Random lives of payments, seats and parties, by the generators of tests/model. `LIVES` and `SEED` choose how many, and which. */
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase, openForThisTest } from '../../../testing/application.ts'
import { openFakeStripe } from '../../../testing/fake-stripe.ts'
import { readAudit } from '../../../testing/orders.ts'
import { sized } from '../../../testing/size.ts'
import { anyLife, live, type World } from '../../../tests/model/lives.ts'
import { liveParty } from '../../../tests/model/parties.ts'
import { anyPartyLife } from '../../../tests/model/party-steps.ts'
import { anySeatLife, CHOICE_DAYS, liveSeat } from '../../../tests/model/seat-lives.ts'

const CLEAN = { discrepancies: [], inProgress: [] }
const MINUTES = 60_000

/** Of currencies with 0, 2, 2 and 3 decimals, and with up to 12 digits. */
const CURRENCIES = ['jpy', 'usd', 'idr', 'kwd']

/** Lives of each kind in a round, of each currency but for parties: 200 together. */
const COUNTS = sized({ payments: 36, seats: 4, parties: 40 }, { payments: 21, seats: 17, parties: 48 })
const LIVES_PER_ROUND = 200
const rounds = Math.ceil(Number(process.env.LIVES ?? sized(LIVES_PER_ROUND, 10_000)) / LIVES_PER_ROUND)
const firstSeed = Number(process.env.SEED ?? 2019)

/** The audit reads everything, so that it follows several lives. A discrepancy stays, and the failure names the lives that may have made it. */
const LIVES_PER_AUDIT = 12

/** Opens an application that takes cards at a fake of the provider, whose events are lost. */
async function openWorld(currency: string, choiceDays = 0): Promise<World> {
  const provider = await openFakeStripe(await createDatabase())
  onTestFinished(() => provider.close())
  const application = await openForThisTest({ ...provider.settings, CURRENCY: currency }, { choiceDays })
  return { application, provider, currency, admin: await application.signedIn('admin') }
}

interface Lives<Life> {
  any: fc.Arbitrary<Life>
  live: (world: World, life: Life) => Promise<void>
  count: number
  seed: number
}

/** Lives random lives one after the other, in an application with an audit after some of them. */
async function liveAll<Life>(world: World, { any, live, count, seed }: Lives<Life>): Promise<void> {
  const notAudited: Life[] = []
  const checkAudit = async () => {
    expect(await readAudit(world.application), `after ${fc.stringify(notAudited)}`).toEqual(CLEAN)
    notAudited.length = 0
  }
  const property = fc.asyncProperty(any, async (life) => {
    notAudited.push(life)
    await live(world, life)
    if (notAudited.length === LIVES_PER_AUDIT) await checkAudit()
  })
  await fc.assert(property, { seed, numRuns: count, endOnFailure: true })
  await checkAudit()
}

describe.each(Array.from({ length: rounds }, (_, round) => round))('the money of 200 lives, round %i,', (round) => {
  const findSeed = (currency: string) => firstSeed + round * CURRENCIES.length + CURRENCIES.indexOf(currency)

  it.each(CURRENCIES)(
    'adds up in %s after any refunds by admins, students and the provider',
    { timeout: 3 * MINUTES },
    async (currency) => {
      const lives = { any: anyLife(currency), live, count: COUNTS.payments, seed: findSeed(currency) }
      await liveAll(await openWorld(currency), lives)
    },
  )

  it.each(CURRENCIES)(
    'adds up in %s after dates were canceled, and students have chosen, moved to dearer and cheaper ones, and got parts back',
    { timeout: 3 * MINUTES },
    async (currency) => {
      const lives = { any: anySeatLife(currency), live: liveSeat, count: COUNTS.seats, seed: findSeed(currency) }
      await liveAll(await openWorld(currency, CHOICE_DAYS), lives)
    },
  )

  it('adds up after seats for others were bought, claimed, named, given away and given up, by two people at once too', {
    timeout: 5 * MINUTES,
  }, async () => {
    const lives = { any: anyPartyLife(), live: liveParty, count: COUNTS.parties, seed: firstSeed + round }
    await liveAll(await openWorld('usd'), lives)
  })
})
