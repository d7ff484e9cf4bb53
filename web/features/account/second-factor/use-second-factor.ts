import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchAfter } from '#web/queries.ts'
import { renewRecoveryCodes, setUpSecondFactor, turnOffSecondFactor } from '#web/session/account/second-factor.ts'
import type { NewSecondFactor, SignInMethods } from '#web/session/identity.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastSuccess } from '#web/ui/toasts.ts'

/** The buttons of the section, which the password confirms. */
export type SecondFactorAction = 'Set up' | 'New recovery codes' | 'Turn off'

type Step =
  | { is: 'idle' }
  | { is: 'password'; action: SecondFactorAction }
  | { is: 'scan'; factor: NewSecondFactor }
  | { is: 'codes'; codes: string[] }

const IDLE: Step = { is: 'idle' }

const TURN_OFF = {
  title: 'Turn off the second factor?',
  text: 'Your password alone will log you in.',
  action: 'Turn off',
}

/** The steps of the section, from a button to the recovery codes. Accounts without a password skip the step that asks for it. */
export function useSecondFactor({ password: hasPassword }: SignInMethods) {
  const [step, setStep] = useState(IDLE)
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'secondFactorChanged')
  const change = useMutation({
    mutationFn: async ({ action, password }: { action: SecondFactorAction; password: string | null }) => {
      if (action === 'Set up') setStep({ is: 'scan', factor: await setUpSecondFactor(password) })
      else if (action === 'New recovery codes') setStep({ is: 'codes', codes: await renewRecoveryCodes(password) })
      else {
        await turnOffSecondFactor(password)
        toastSuccess('The second factor is off.')
        setStep(IDLE)
        await refetch()
      }
    },
  })
  return {
    step,
    error: change.error,
    isPending: change.isPending,
    async begin(action: SecondFactorAction) {
      change.reset()
      if (action === 'Turn off' && !(await confirm(TURN_OFF))) return
      if (hasPassword) setStep({ is: 'password', action })
      else change.mutate({ action, password: null })
    },
    /** Rejects like the action. */
    async run(action: SecondFactorAction, password: string) {
      await change.mutateAsync({ action, password })
    },
    confirmed({ recoveryCodes }: NewSecondFactor) {
      setStep({ is: 'codes', codes: recoveryCodes })
      void refetch()
    },
    close: () => setStep(IDLE),
  }
}
