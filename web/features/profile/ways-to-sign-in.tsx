import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSchool } from '#web/school/school.ts'
import { connect, disconnect } from '#web/session/account.ts'
import type { Methods, ThirdParty } from '#web/session/identity.ts'
import { wordsFor } from '#web/session/words.ts'
import { About, Button } from '#web/ui/button.tsx'
import { METHODS } from './methods.query.ts'
import { ProfileSection } from './profile-section.tsx'
import { useFailedConnection } from './use-failed-connection.ts'

/** The password and each third party that the school knows: whether one may sign in with it, and the way to change that. */
export function WaysToSignIn({ methods }: { methods: Methods }) {
  const { thirdParties } = useSchool()
  const failed = useFailedConnection()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ thirdParty, connected }: { thirdParty: ThirdParty; connected: boolean }) =>
      connected ? disconnect(thirdParty.id) : connect(thirdParty),
    onSettled: () => client.invalidateQueries({ queryKey: [METHODS] }),
  })
  const problem = change.error ? wordsFor(change.error) : change.isIdle ? failed : null
  return (
    <ProfileSection title="Ways to sign in" line="Any of them leads to this one account.">
      {problem && (
        <p role="alert" className="border-error border-s-2 ps-3 text-error-ink">
          {problem}
        </p>
      )}
      <ul className="divide-y divide-line border-line border-y">
        <li className="way">
          <Way name="E-mail and password" standing={methods.password ? 'set' : 'no password set'} />
        </li>
        {thirdParties.map((thirdParty) => {
          const connected = methods.thirdParties.includes(thirdParty.id)
          return (
            <li key={thirdParty.id} className="way">
              <Way name={thirdParty.name} standing={connected ? 'connected' : 'not connected'} />
              <Button
                look="outline"
                className="btn-sm"
                busy={change.isPending && change.variables.thirdParty.id === thirdParty.id}
                onClick={() => change.mutate({ thirdParty, connected })}
              >
                {connected ? 'Disconnect' : 'Connect'}
                <About>{thirdParty.name}</About>
              </Button>
            </li>
          )
        })}
      </ul>
    </ProfileSection>
  )
}

function Way({ name, standing }: { name: string; standing: string }) {
  return (
    <p className="min-w-0">
      {name}
      <span className="block text-sm text-soft">{standing}</span>
    </p>
  )
}
