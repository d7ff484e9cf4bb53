/** GET /class/{id}: one class, as its instructor or an admin sees it. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export function useSchoolClass(id: string) {
  return useQuery({ queryKey: ['class', id], queryFn: () => call(api.getClass, { params: { id } }) })
}
