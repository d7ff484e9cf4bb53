import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_NAME_LENGTH } from '#contract/values/limits.ts'
import { readPositive } from '#contract/values/positive-amount.ts'
import { FormSection } from '#web/forms/form-section.tsx'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useVoucherCalls } from './vouchers.query.ts'

/** Makes a voucher without a payment, and shows its code once. */
export default function MakeVoucher() {
  const [code, setCode] = useState<string | null>(null)
  return (
    <FormSection title="Make a voucher" line="Without a payment. You see its code once.">
      {code === null ? (
        <MakeForm onMade={setCode} />
      ) : (
        <NewSecret
          title="The code of the voucher"
          line="Anyone who has it can spend the voucher."
          secret={code}
          onDone={() => setCode(null)}
        />
      )}
    </FormSection>
  )
}

function MakeForm({ onMade }: { onMade: (code: string) => void }) {
  const { currencySign, currencyDecimals } = useSchool()
  const { make } = useVoucherCalls()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { amount: '', reason: '' } })
  const { isBusy, run } = useBusy()
  const read = (text: string) => readPositive(text, currencyDecimals)
  const submit = handleSubmit(({ amount, reason }) =>
    run(async () => {
      try {
        onMade((await make(read(amount) ?? 0, reason.trim())).code)
      } catch (error) {
        toastError((error as Error).message)
      }
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <div className="form-pair">
        <Field
          label={`Amount in ${currencySign.trim()}`}
          inputMode="decimal"
          error={formState.errors.amount?.message}
          {...register('amount', { validate: (text) => read(text) !== null || 'Amount must be an amount above 0' })}
        />
        <Field
          label="Reason"
          maxLength={MAX_NAME_LENGTH}
          error={formState.errors.reason?.message}
          {...register('reason', { validate: (text) => text.trim() !== '' || 'Reason is required' })}
        />
      </div>
      <Button type="submit" className="justify-self-start" busy={isBusy}>
        Make voucher
      </Button>
    </form>
  )
}
