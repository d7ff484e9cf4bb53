import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { LostPlace } from '#contract/account-deletion.ts'
import { formatMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { CheckBox } from '#web/ui/forms/check-box.tsx'

/** GET /account/deletion: the user's places that end with the account. */
export function useLostPlaces(email: string): LostPlace[] {
  const queryKey = [...queryKeys.ownPayments, email, 'deletion']
  return useQuery({ queryKey, queryFn: () => call(api.listLostPlaces) }).data ?? []
}

/** The places that end with the account, with what the user gets back. They may decline the refund. */
export function LostPlaces({ places, checkbox }: { places: LostPlace[]; checkbox: UseFormRegisterReturn }) {
  if (places.length === 0) return null
  const hasRefund = places.some(({ refund }) => refund !== null)
  return (
    <div className="grid gap-3">
      <p>You give up {places.length === 1 ? 'your place' : `your ${places.length} places`}:</p>
      <ul className="grid gap-2">
        {places.map((place) => (
          <li key={place.runId}>{describePlace(place)}</li>
        ))}
      </ul>
      {hasRefund && <CheckBox {...checkbox}>Refund me what I can still cancel</CheckBox>}
    </div>
  )
}

function describePlace({ className, starts, time_zone, refund }: LostPlace): string {
  const start = starts === null ? '' : `, ${formatClockTime(starts, time_zone)}`
  if (refund === null) return `${className}${start}: no refund`
  const { amount, currency } = refund
  return `${className}${start}: ${formatMajor(amount, currency)} back`
}
