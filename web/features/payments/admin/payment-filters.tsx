import { type ChangeEvent, useEffect, useRef } from 'react'
import type { PaymentsQuery } from '#contract/admin-payments.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { readAsUtc } from '#contract/values/clock-time.ts'
import { Field } from '#web/ui/field.tsx'
import { Choice } from '#web/ui/lists/choice.tsx'
import type { ListState } from '#web/ui/lists/list-state.ts'

/** A value of the contract would load its schemas with the page. */
const LABELS: Record<PaymentStatus, string> = { pending: 'pending', paid: 'paid', refunded: 'refunded' }
const PAYMENT_STATUSES = Object.keys(LABELS) as PaymentStatus[]

const ALL = { value: 'all', label: 'All' } as const
const STATUSES = [ALL, ...PAYMENT_STATUSES.map((value) => ({ value, label: value }))]

/** Returns the status and the period that the URL filters by. */
export function paymentFiltersIn({ filter }: Pick<ListState, 'filter'>): Pick<PaymentsQuery, 'status' | 'from' | 'to'> {
  return {
    status: PAYMENT_STATUSES.find((status) => status === filter('status')),
    from: readDay(filter('from')),
    to: readDay(filter('to')),
  }
}

/** While a year is typed, the field has years such as 0020. */
function readDay(text: string | null): string | undefined {
  return text?.startsWith('2') && readAsUtc(`${text}T00:00`) !== null ? text : undefined
}

/** Filters the payments by their status, and by the first and the last day of a period. */
export function PaymentFilters({ list }: { list: Pick<ListState, 'filter' | 'filterBy'> }) {
  const { status, from, to } = paymentFiltersIn(list)
  return (
    <>
      <Choice
        label="Status"
        className="min-w-32"
        value={status ?? ALL.value}
        options={STATUSES}
        onChoose={(value) => list.filterBy('status', value === ALL.value ? null : value)}
      />
      <DayField label="From" day={from} onChange={(day) => list.filterBy('from', day)} />
      <DayField label="To" day={to} onChange={(day) => list.filterBy('to', day)} />
    </>
  )
}

interface DayFieldProps {
  label: string
  day: string | undefined
  onChange: (day: string | null) => void
}

/** Follows the URL, which does not change while the day is incomplete. */
function DayField({ label, day = '', onChange }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current.value !== day) input.current.value = day
  }, [day])
  const change = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (value === '' || readDay(value)) onChange(value || null)
  }
  return (
    <Field
      ref={input}
      label={label}
      type="date"
      className="min-w-[min(10rem,100%)] @max-[40rem]:flex-1"
      defaultValue={day}
      onChange={change}
    />
  )
}
