import type { MouseEvent } from 'react'
import type { SchoolClass } from '#contract/classes.ts'
import { About, Button } from '#web/ui/button.tsx'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { type Decision, useDecideClass } from './decide-class.ts'

function toQuestion({ className, instructorName }: SchoolClass): Confirmation {
  return {
    title: `Deny ${className}?`,
    text: `Visitors will not see the class, and we e-mail ${instructorName}. An edit sends it to you again.`,
    action: 'Deny',
  }
}

/** An admin's decision on a pending class. */
export function DecisionButtons({ schoolClass }: { schoolClass: SchoolClass }) {
  const { mutate, isPending: isDeciding, variables } = useDecideClass(schoolClass)
  const { className, status, withdrawn_at, archived_at } = schoolClass
  const isPending = status === 'pending' && withdrawn_at === undefined && archived_at === undefined
  const button = (decision: Decision) => ({
    className: 'btn-sm',
    disabled: !isPending,
    busy: isDeciding && variables === decision,
    onClick: async ({ currentTarget }: MouseEvent) => {
      if (decision === 'approve' || (await confirm(toQuestion(schoolClass))))
        await keepRowFocus(currentTarget, () => mutate(decision))
    },
  })
  return (
    <>
      <Button look="outline" {...button('approve')}>
        Approve<About>{className}</About>
      </Button>
      <Button look="outline" {...button('deny')}>
        Deny<About>{className}</About>
      </Button>
    </>
  )
}
