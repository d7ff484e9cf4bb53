/** POST /user/{id}/email, and DELETE /user/{id}/identity where the provider keeps the address. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { User } from '#contract/users.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Field } from '#web/ui/field.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { useAction } from '#web/use-action.ts'

/** An admin asks for another address of a user, whose owner confirms it by a link. */
export function UserEmailForm({ user }: { user: User }) {
  const client = useQueryClient()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const request = useMutation({
    mutationFn: (email: string) => call(api.requestEmailChangeFor, { params: { id: user._id }, body: { email } }),
    onSettled: () => refetchAfter(client, 'emailChangeRequested'),
  })
  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => request.mutate(email))} className="grid max-w-md gap-5">
      <FormError message={request.error?.message} />
      <Field
        label="New Email"
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        {...register('email', { required: 'Email is required' })}
      />
      <Button type="submit" className="justify-self-start" busy={request.isPending}>
        Send the link
      </Button>
      <div role="status">
        {request.isSuccess && (
          <p className="wrap-anywhere">
            We've e-mailed a link to {request.variables}. Nothing changes before its owner presses the button there.
          </p>
        )}
      </div>
    </form>
  )
}

/** Lets the next sign-in with the confirmed address have the record. */
export function UnlinkSignIn({ user }: { user: User }) {
  const unlink = useAction(() => call(api.unlinkUser, { params: { id: user._id } }), {
    after: 'emailChangeRequested',
    done: () => popupSuccess('Updated SuccessFully'),
  })
  return (
    <>
      <p className="max-w-prose">
        The sign-in service keeps e-mail addresses. If this person has a new account there, end the connection to the
        old one. The next sign-in with the confirmed address then has this account.
      </p>
      <Button
        look="danger"
        className="justify-self-start"
        busy={unlink.isPending}
        onClick={async () => {
          if (await confirm(toQuestion(user))) unlink.mutate()
        }}
      >
        Unlink sign-in
      </Button>
    </>
  )
}

function toQuestion({ name, email }: User) {
  return {
    title: `Unlink the sign-in of ${name}?`,
    text: `Whoever signs in with the confirmed address ${email} next has this account.`,
    action: 'Yes, unlink it!',
  }
}
