import type { ReactNode } from 'react'
import { useSchool } from '#web/school/school.ts'

interface TestModeProps {
  /** Follows in the same line. */
  note: ReactNode
  className?: string
  children?: ReactNode
}

/** Says that no card is charged, until the server has Stripe's live keys. */
export function TestMode({ note, className = 'border-line border-t pt-4 text-sm text-soft', children }: TestModeProps) {
  const { cards } = useSchool()
  if (cards.provider === 'stripe' && !cards.publishableKey.startsWith('pk_test_')) return null
  return (
    <div className={`text-balance ${className}`}>
      <p>Test mode: no card is charged. {note}</p>
      {children}
    </div>
  )
}
