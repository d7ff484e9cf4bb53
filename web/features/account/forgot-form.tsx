import { useForm } from 'react-hook-form'
import { requestReset } from '#web/session/account.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { ForgotForm as Values } from './forgot.rules.ts'
import { FormError } from './form-error.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./forgot.rules.ts'))

/** Asks for a letter with a link to a new password. It says the same whether the address has an account or not. */
export function ForgotForm() {
  const hydrated = useHydrated()
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver, mode: 'onSubmit' })
  const { errors, isSubmitting, isSubmitSuccessful } = formState
  const submit = handleSubmit(async ({ email }) => {
    try {
      await requestReset(email)
    } catch (error) {
      setError('root', { message: wordsFor(error) })
    }
  })
  return (
    <form method="post" noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
      <FormError message={errors.root?.message} />
      <Field label="Email" type="email" autoComplete="username" error={errors.email?.message} {...register('email')} />
      <Button type="submit" disabled={!hydrated} busy={isSubmitting}>
        Send reset link
      </Button>
      <div role="status">
        {isSubmitSuccessful && (
          <div className="hint mb-0 grid gap-2">
            <p>If there is an account with this address, a letter with a link is on its way to it.</p>
            <p className="text-soft text-sm">
              None there in a few minutes? Please look among the spam, and whether the address above is the one that you
              registered with; then send it again.
            </p>
          </div>
        )}
      </div>
    </form>
  )
}
