import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClassStudent } from '#contract/enrolments.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

/** Shows the origin of an enrolment. Admins can end an enrolment that no payment bought. */
export function EnrolmentSource({ student: { _id: id, name, source } }: { student: ClassStudent }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(api.endEnrolment, { params: { id } }),
    onSuccess: () => toastSuccess(`${name} is no longer enrolled`),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'studentEnrolled'),
  })
  if (source === 'payment') return 'Paid'
  const ask = async (control: Element) => {
    const text = `The enrolment of ${name} ends, and the seat is free again.`
    if (await confirm({ title: 'Are you sure?', text, action: 'Yes, end it!' }))
      await keepRowFocus(control, () => end.mutateAsync())
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {source === 'granted' ? 'Enrolled by the school' : 'Imported'}
      <Button
        look="outline"
        className="btn-sm"
        onClick={({ currentTarget }) => ask(currentTarget)}
        busy={end.isPending}
        aria-label={`End the enrolment of ${name}`}
      >
        End
      </Button>
    </div>
  )
}
