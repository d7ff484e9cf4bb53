/** GET /currencies: a select of what the card provider takes. */
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { Select } from '#web/ui/forms/select.tsx'

interface CurrencySelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  /** ISO 4217, lower case. It stays an option, also where the provider does not take it. */
  stored: string
}

/** Accepts the props of react-hook-form's `register`. */
export function CurrencySelect({ stored, ...select }: CurrencySelectProps) {
  const { data = [] } = useQuery({
    queryKey: queryKeys.currencies,
    queryFn: () => call(api.listCurrencies),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const options = data.map(({ code, name }) => ({ value: code, label: `${code.toUpperCase()} – ${name}` }))
  const isTaken = options.some(({ value }) => value === stored)
  const all = isTaken ? options : [{ value: stored, label: stored.toUpperCase() }, ...options]
  return <Select label="Currency" options={all} {...select} />
}
