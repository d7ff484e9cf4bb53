import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { CreditGrant } from '#contract/credit.ts'
import type { User } from '#contract/users.ts'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { readPositive } from '#contract/values/positive-amount.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Modal } from '#web/ui/forms/modal.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'

/** Gives a user credit, or takes some. */
export default function CreditDialog({ user, onDone }: { user: User; onDone: () => void }) {
  const { currencySign, currencyDecimals } = useSchool()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { amount: '', takes: false, reason: '' } })
  const { mutate, isPending } = useGrant(user, onDone)
  const read = (text: string) => readPositive(text, currencyDecimals)
  const submit = handleSubmit(({ amount, takes, reason }) => {
    const typed = read(amount) ?? 0
    mutate({ amount: takes ? -typed : typed, reason: reason.trim() })
  })
  return (
    <Modal title={`Credit of ${user.name}`} onClose={onDone}>
      <form noValidate onSubmit={submit} className="mt-4 grid gap-5">
        <Field
          label={`Amount in ${currencySign.trim()}`}
          inputMode="decimal"
          error={formState.errors.amount?.message}
          {...register('amount', { validate: (text) => read(text) !== null || 'Amount must be an amount above 0' })}
        />
        <CheckBox {...register('takes')}>Take it instead</CheckBox>
        <Field
          label="Reason (the user reads it)"
          maxLength={MAX_NAME_LENGTH}
          error={formState.errors.reason?.message}
          {...register('reason', { validate: (text) => text.trim() !== '' || 'Reason is required' })}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="ghost" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" busy={isPending}>
            Change credit
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function useGrant({ _id: id, name }: User, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CreditGrant) => call(api.grantCredit, { params: { id }, body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.activity })
      toastSuccess(`The credit of ${name} has changed.`)
      onDone()
    },
    onError: ({ message }) => toastError(message),
  })
}
