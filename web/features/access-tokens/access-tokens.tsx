import { useState } from 'react'
import type { AccessToken } from '#contract/access-tokens.ts'
import type { Role } from '#contract/users.ts'
import { ProfileSection } from '#web/features/account/profile-section.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { NewSecret } from '#web/ui/secrets/new-secret.tsx'
import { Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import { formatDate } from '#web/ui/text/dates.ts'
import { useAccessTokens, useRevokeAccessToken } from './access-tokens.query.ts'
import { NewTokenForm } from './new-token-form.tsx'

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
