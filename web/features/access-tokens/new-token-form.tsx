import { type UseFormRegister, useForm } from 'react-hook-form'
import type { CreatedAccessToken, NewAccessToken } from '#contract/access-tokens.ts'
import type { Role } from '#contract/users.ts'
import { toMessage } from '#web/session/messages.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useCreateAccessToken, useScopes } from './access-tokens.query.ts'

const { resolver, preload } = lazyResolver<NewAccessToken>(() => import('./new-token.rules.ts'))

const PERIODS = [
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 365, label: '1 year' },
]

interface NewTokenFormProps {
  role: Role
  onCreated: (token: CreatedAccessToken) => void
  onCancel: () => void
}

/** Creates an access token: its name, what it may do, and when it expires. */
export function NewTokenForm({ role, onCreated, onCancel }: NewTokenFormProps) {
  const { mutateAsync } = useCreateAccessToken()
  const { register, handleSubmit, setError, formState } = useForm<NewAccessToken>({
    resolver,
    defaultValues: { name: '', scopes: [], days: 30 },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      onCreated(await mutateAsync(values))
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
  })
  return (
    <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5" aria-label="New token">
      <FormError message={errors.root?.message} />
      <Field label="Token name" autoComplete="off" error={errors.name?.message} {...register('name')} />
      <Select label="Expires after" options={PERIODS} {...register('days', { valueAsNumber: true })} />
      <ScopeChoice role={role} error={errors.scopes?.message} register={register} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isSubmitting}>
          Create token
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface ScopeChoiceProps {
  role: Role
  error: string | undefined
  register: UseFormRegister<NewAccessToken>
}

function ScopeChoice({ role, error, register }: ScopeChoiceProps) {
  const { data: groups, error: failure, refetch } = useScopes(role)
  if (!groups && failure) return <Failed message={failure.message} onRetry={() => void refetch()} />
  if (!groups) return <Loading what="the permissions" />
  return (
    <CheckBoxGroup label="Permissions" error={error}>
      <ul className="divide-y divide-line border-line border-y">
        {groups.map(({ domain, scopes }) => (
          <li key={domain} className="grid grid-cols-[1fr_5rem_6rem] items-center py-1">
            <span className="capitalize">{domain}</span>
            {scopes.map(({ scope, label }) => (
              <span key={scope} className={label === 'Read' ? 'col-start-2' : 'col-start-3'}>
                <CheckBox value={scope} {...register('scopes')}>
                  {label}
                  <About>{domain}</About>
                </CheckBox>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </CheckBoxGroup>
  )
}
