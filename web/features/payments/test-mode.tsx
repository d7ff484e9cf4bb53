import type { ReactNode } from 'react'
import { useSchool } from '#web/school/school.ts'

/** Says that no card is charged, until the server has Stripe's live keys. `note` follows it in the same line. */
export function TestMode({ note, children }: { note: ReactNode; children?: ReactNode }) {
  const { cards } = useSchool()
  if (cards.provider === 'stripe' && !cards.publishableKey.startsWith('pk_test_')) return null
  return (
    <div className="hint mt-6 text-sm">
      <p>Test mode: no card is charged. {note}</p>
      {children}
    </div>
  )
}
