/** A card provider that costs nothing, so that what is measured is the school: every intent is made at once, and paid. */
import type { CardIntent, CardProvider } from '../../server/ports/card-provider.ts'

export function instantCards(): Pick<CardProvider, 'createIntent' | 'getIntent'> {
  const made = new Map<string, CardIntent>()
  return {
    async createIntent({ attemptId, amountMinor, currency }) {
      const id = `pi_${attemptId.replaceAll('-', '')}`
      const money = { amountMinor, currency, refundedMinor: 0, disputed: false }
      const intent = { id, clientSecret: `${id}_secret_bench`, ...money, attemptId, status: 'open' } as const
      made.set(id, { ...intent, status: 'succeeded' })
      return intent
    },
    getIntent: async (id) => made.get(id) ?? null,
  }
}
