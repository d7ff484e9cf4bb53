/** PATCH /class/{id}: sends what of a class was changed, with the version that it was read in. */
import { useQueryClient } from '@tanstack/react-query'
import type { ClassChange, SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'

export function useUpdateClass({ _id: id, version }: SchoolClass) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    update: async (changes: ClassChange): Promise<void> => {
      await call(api.changeClass, { params: { id }, body: changes }, { ifMatch: version })
      const changed = ['class', 'own classes', 'studio']
      await Promise.all(changed.map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
    /** The class as it is now. Rejects with a CallError. */
    readAgain: (): Promise<SchoolClass> => client.fetchQuery({ ...schoolClassQuery(id), staleTime: 0 }),
  }
}
