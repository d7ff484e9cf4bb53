/** POST /enroll/run/{id}/move: moves the user to another date of a class. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EnrolledClass } from '#contract/enrolments.ts'
import type { Run } from '#contract/runs.ts'
import { api, call } from '#web/api.ts'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { refetchAfter } from '#web/queries.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

/**
 * Returns the other dates that the user can move to: with a free seat, and at the same price. None once their own date has closed or begun;
 * a seat without a date can still be exchanged for one.
 */
export function useOtherDates({ classId, run }: EnrolledClass): Run[] {
  const { data } = useQuery({ ...schoolClassQuery(classId), retry: false })
  const offered = data?.runs ?? []
  const isOpen = offered.some(({ _id }) => _id === run._id)
  const mayLeave = run.starts_at === null ? run.canceled_at === undefined : isOpen && run.starts_at > Date.now()
  if (!mayLeave) return []
  return offered.filter(({ _id, seats, price }) => _id !== run._id && seats > 0 && price === run.price)
}

export function useChangeDate({ run }: EnrolledClass) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (runId: string) => call(api.moveEnrolment, { params: { id: run._id }, body: { runId } }),
    onSuccess: () => toastSuccess('Your date is changed. We have e-mailed you.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'dateChanged'),
  })
}
