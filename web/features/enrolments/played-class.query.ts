/** GET /enroll/class/{id}: a class from the inside. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export function usePlayedClass(id: string) {
  return useQuery({ queryKey: ['enrolled', 'class', id], queryFn: () => call(api.playClass, { params: { id } }) })
}
