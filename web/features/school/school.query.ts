/** GET and PATCH /school: what the school says about itself, for admins. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import type { ChargeCurrency, SchoolChange, VersionedSchool } from '#contract/school.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export const schoolQuery = queryOptions({ queryKey: queryKeys.school, queryFn: () => call(api.getSchool) })

/** GET /currencies. Returns an empty list until they are known. */
export function useCurrencies(): ChargeCurrency[] {
  const { data = [] } = useQuery({
    queryKey: queryKeys.currencies,
    queryFn: () => call(api.listCurrencies),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

export function useSaveSchool() {
  const client = useQueryClient()
  const { revalidate } = useRevalidator()
  return {
    /** Rejects with a CallError. This page then shows the new settings too. */
    save: async (body: SchoolChange, version: number): Promise<void> => {
      await call(api.changeSchool, { body }, { ifMatch: version })
      void refetchAfter(client, 'schoolChanged')
      await revalidate()
    },
    /** Reads the current settings. Rejects with a CallError. */
    reload: (): Promise<VersionedSchool> => client.fetchQuery({ ...schoolQuery, staleTime: 0 }),
  }
}
