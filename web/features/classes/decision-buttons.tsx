import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { isConflict } from '#web/forms/use-versioned-form.ts'
import { refetchAfter } from '#web/queries.ts'
import { About, Button } from '#web/ui/button.tsx'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { useSingleMutation } from '#web/use-single-mutation.ts'

function toQuestion({ className, instructorName }: SchoolClass): Confirmation {
  return {
    title: `Deny ${className}?`,
    text: `Visitors will not see the class, and we e-mail ${instructorName}. An edit sends it to you again.`,
    action: 'Deny',
  }
}

interface DecisionButtonsProps {
  schoolClass: SchoolClass
  /** As high as the buttons of a form, with the solid one of a page. */
  isLarge?: boolean
}

/** An admin's decision on a pending class. */
export function DecisionButtons({ schoolClass, isLarge = false }: DecisionButtonsProps) {
  const { mutate, isPending: isDeciding, variables } = useDecideClass(schoolClass)
  const { className, status, withdrawn_at, archived_at } = schoolClass
  const isPending = status === 'pending' && withdrawn_at === undefined && archived_at === undefined
  const button = (decision: Decision) => ({
    className: isLarge ? '' : `btn-sm ${isPending ? 'row-choice' : ''}`,
    disabled: !isPending,
    busy: isDeciding && variables === decision,
    onClick: async ({ currentTarget }: MouseEvent) => {
      if (decision === 'approve' || (await confirm(toQuestion(schoolClass))))
        await keepRowFocus(currentTarget, () => mutate(decision))
    },
  })
  return (
    <>
      <Button look={isLarge && isPending ? 'primary' : 'outline'} {...button('approve')}>
        Approve<About>{className}</About>
      </Button>
      <Button look="outline" {...button('deny')}>
        Deny<About>{className}</About>
      </Button>
    </>
  )
}

/** PATCH /status/approve/{id} and /status/deny/{id}, for the version of the class that the admin read. */
const DECISIONS = {
  approve: { endpoint: api.approveClass, message: 'This Class Approved' },
  deny: { endpoint: api.denyClass, message: 'This Class Deny' },
} as const
type Decision = keyof typeof DECISIONS

function useDecideClass({ _id, className, version }: SchoolClass) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: ['decide class', _id],
    mutationFn: (decision: Decision) =>
      call(DECISIONS[decision].endpoint, { params: { id: _id } }, { ifMatch: version }),
    onSuccess: ({ modifiedCount }, decision) => {
      if (modifiedCount) toastSuccess(DECISIONS[decision].message)
      else toastWarning(`Nothing changed: another admin has already decided on ${className}.`)
    },
    onError: (error) => {
      if (isConflict(error)) toastWarning(`${className} has changed since you read it. Review it again, then decide.`)
      else toastError(error.message)
    },
    onSettled: () => refetchAfter(client, 'classDecided'),
  })
}
