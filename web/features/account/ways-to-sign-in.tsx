import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { refetchAfter } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { connect, disconnect } from '#web/session/account/account.ts'
import type { SignInMethods, SignInProvider } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { About, Button } from '#web/ui/button.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Lists the password and each sign-in provider, with a button to connect or disconnect it. */
export function WaysToSignIn({ methods }: { methods: SignInMethods }) {
  const { signInProviders } = useSchool()
  const connectionProblem = useFailedConnection()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ signInProvider, isConnected }: { signInProvider: SignInProvider; isConnected: boolean }) =>
      isConnected ? disconnect(signInProvider.id) : connect(signInProvider),
    onSettled: () => refetchAfter(client, 'signInMethodsChanged'),
  })
  const problem = change.error ? toMessage(change.error) : change.isIdle ? connectionProblem : null
  return (
    <ProfileSection title="Ways to sign in" line="Each of them logs you in to this account.">
      {problem && (
        <p role="alert" className="border-error border-s-2 ps-3 text-error-ink">
          {problem}
        </p>
      )}
      <ul className="divide-y divide-line border-line border-y">
        <li className="sign-in-method">
          <Method name="E-mail and password" status={methods.password ? 'set' : 'no password set'} />
        </li>
        {signInProviders.map((signInProvider) => (
          <li key={signInProvider.id} className="sign-in-method">
            <ProviderMethod
              signInProvider={signInProvider}
              isConnected={methods.providers.includes(signInProvider.id)}
              isChanging={change.isPending && change.variables.signInProvider.id === signInProvider.id}
              onChange={(isConnected) => change.mutate({ signInProvider, isConnected })}
            />
          </li>
        ))}
      </ul>
    </ProfileSection>
  )
}

interface ProviderMethodProps {
  signInProvider: SignInProvider
  isConnected: boolean
  isChanging: boolean
  /** Receives whether the provider is connected now. */
  onChange: (isConnected: boolean) => void
}

function ProviderMethod({ signInProvider, isConnected, isChanging, onChange }: ProviderMethodProps) {
  return (
    <>
      <Method name={signInProvider.name} status={isConnected ? 'connected' : 'not connected'} />
      <Button look="outline" className="btn-sm" busy={isChanging} onClick={() => onChange(isConnected)}>
        {isConnected ? 'Disconnect' : 'Connect'}
        <About>{signInProvider.name}</About>
      </Button>
    </>
  )
}

function Method({ name, status }: { name: string; status: string }) {
  return (
    <p className="min-w-0">
      {name}
      <span className="block text-sm text-soft">{status}</span>
    </p>
  )
}

const OTHER_FAILURE = "We couldn't connect it. Try again later."

/** By the code that the identity provider puts into the URL. */
const MESSAGES = new Map([
  ['access_denied', 'You cancelled the connection.'],
  ['account_already_linked_to_different_user', 'It is already connected to another account here.'],
  ['email_does_not_match', "We couldn't connect it: its e-mail address differs from your account's."],
])

/** Returns why a sign-in provider was not connected, if the URL says so. Removes it from the URL, so that it shows once. */
function useFailedConnection(): string | null {
  const [query, setQuery] = useSearchParams()
  const code = query.get('error')
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    if (code === null) return
    setMessage(MESSAGES.get(code) ?? OTHER_FAILURE)
    setQuery({}, { replace: true, preventScrollReset: true })
  }, [code, setQuery])
  return message
}
