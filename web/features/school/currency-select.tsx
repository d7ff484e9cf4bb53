import type { ComponentProps } from 'react'
import type { ChargeCurrency } from '#contract/school.ts'
import { Select } from '#web/ui/forms/select.tsx'

interface CurrencySelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  currencies: ChargeCurrency[]
  /** ISO 4217, lower case. It stays an option, also where the provider does not take it. */
  stored: string
}

/** A select of what the card provider takes. Accepts the props of react-hook-form's `register`. */
export function CurrencySelect({ currencies, stored, ...select }: CurrencySelectProps) {
  const options = currencies.map(({ code, name }) => ({ value: code, label: `${code.toUpperCase()} – ${name}` }))
  const isTaken = options.some(({ value }) => value === stored)
  const all = isTaken ? options : [{ value: stored, label: stored.toUpperCase() }, ...options]
  return <Select label="Currency" options={all} {...select} />
}
