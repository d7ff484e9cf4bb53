import { useState } from 'react'
import { type UseFormRegister, useForm } from 'react-hook-form'
import type { AccessToken, CreatedAccessToken, NewAccessToken } from '#contract/access-tokens.ts'
import type { Role } from '#contract/users.ts'
import { ProfileSection } from '#web/features/account/profile-section.tsx'
import { toMessage } from '#web/session/messages.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { CheckBox, CheckBoxGroup } from '#web/ui/forms/check-box.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useAccessTokens, useCreateAccessToken, useRevokeAccessToken, useScopes } from './access-tokens.query.ts'

/** Lists the user's access tokens, creates new ones and revokes them. */
export function AccessTokens({ role }: { role: Role }) {
  const [step, setStep] = useState<'list' | 'form' | { token: string }>('list')
  const close = () => setStep('list')
  return (
    <ProfileSection
      title="Access tokens"
      line="Let your own programs use our API in your name. A token can do only what you allow it."
    >
      <TokenList />
      {step === 'list' && (
        <Button look="outline" className="justify-self-start" onClick={() => setStep('form')}>
          New token
        </Button>
      )}
      {step === 'form' && <NewTokenForm role={role} onCreated={({ token }) => setStep({ token })} onCancel={close} />}
      {typeof step === 'object' && (
        <NewSecret
          title="Your new token"
          line="Your program sends it with each request."
          secret={step.token}
          onDone={close}
        />
      )}
      <p className="text-sm">
        <a href="/api/docs" className="link">
          API documentation
        </a>
      </p>
    </ProfileSection>
  )
}

function TokenList() {
  const { data, error, refetch } = useAccessTokens()
  const { revoke, isRevoking } = useRevokeAccessToken()
  if (!data && error) return <Failed message={error.message} onRetry={() => void refetch()} />
  // As tall as the sentence for no tokens, so that the sections below do not move for most users.
  if (!data)
    return (
      <Loading what="your access tokens">
        <Skeleton className="h-6 w-60" />
      </Loading>
    )
  if (data.length === 0) return <p>You have no access tokens.</p>
  return (
    <ul aria-label="Access tokens" className="divide-y divide-line border-line border-y">
      {data.map((token) => (
        <li key={token._id} className="sign-in-method">
          <TokenFacts token={token} />
          <Button look="danger" className="btn-sm shrink-0" busy={isRevoking(token)} onClick={() => revoke(token)}>
            Revoke
            <About>{token.name}</About>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function TokenFacts({ token: { name, scopes, expires_at, used_at } }: { token: AccessToken }) {
  const verb = expires_at < Date.now() ? 'Expired' : 'Expires'
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">{name}</p>
      <p className="wrap-anywhere text-sm text-soft">{scopes.join(', ')}</p>
      <p className="text-sm text-soft">
        {verb} {formatDate(expires_at)}
      </p>
      <p className="text-sm text-soft">{used_at === null ? 'Never used' : `Last used ${formatDate(used_at)}`}</p>
    </div>
  )
}

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
function NewTokenForm({ role, onCreated, onCancel }: NewTokenFormProps) {
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
