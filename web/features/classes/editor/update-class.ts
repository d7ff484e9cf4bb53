/** PATCH /class/{id}: sends the changed fields of a class, with the version that was read. */
import { useQueryClient } from '@tanstack/react-query'
import type { ClassChange, SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { refetchAfter } from '#web/queries.ts'

export function useUpdateClass(id: string) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    update: async (changes: ClassChange, { version }: SchoolClass): Promise<void> => {
      await call(api.changeClass, { params: { id }, body: changes }, { ifMatch: version })
      await refetchAfter(client, 'classChanged')
    },
    /** Reads the current class. Rejects with a CallError. */
    reload: (): Promise<SchoolClass> => client.fetchQuery({ ...schoolClassQuery(id), staleTime: 0 }),
  }
}
