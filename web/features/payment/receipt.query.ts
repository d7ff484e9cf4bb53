/** GET /payment/{id}: one payment, as its receipt shows it. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from '#web/api.ts'

export function useReceipt(id: string) {
  return useQuery({ queryKey: ['payment', id], queryFn: () => call(api.getPayment, { params: { id } }) })
}
