import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { refetchAfter } from '#web/queries.ts'
import { useSchool } from '#web/school/school.ts'
import { renewRecoveryCodes, setUpSecondFactor, turnOffSecondFactor } from '#web/session/account/second-factor.ts'
import type { NewSecondFactor, SignInMethods } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { PasswordField } from '#web/ui/field.tsx'
import { saveAsFile } from '#web/ui/lists/save-as-file.ts'
import { copyText } from '#web/ui/secrets/copy-text.ts'
import { Loading } from '#web/ui/states.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { ProfileSection } from '../profile-section.tsx'

const SetUp = lazyView(() => import('./set-up.view.tsx'), <Loading what="the QR code" />)

/** Sets up the second factor, renews its recovery codes, and turns it off. */
export function SecondFactor({ methods }: { methods: SignInMethods }) {
  const { lacksSecondFactor } = useSession()
  const { step, error, isPending, begin, run, confirmed, close } = useSecondFactor(methods)
  return (
    <ProfileSection
      title="Second factor"
      line="Each login then also asks for a code from an app on your phone. Your password alone is not enough."
    >
      {lacksSecondFactor && <p role="status">Our school requires a second factor of admins. Set it up to continue.</p>}
      {step.is === 'idle' && <FormError message={error ? toMessage(error) : undefined} />}
      {step.is === 'idle' && <Status isOn={methods.secondFactor} isPending={isPending} begin={begin} />}
      {step.is === 'password' && <PasswordPrompt action={step.action} onPassword={run} onCancel={close} />}
      {step.is === 'scan' && <SetUp factor={step.factor} onConfirmed={confirmed} onCancel={close} />}
      {step.is === 'codes' && <RecoveryCodes codes={step.codes} onDone={close} />}
    </ProfileSection>
  )
}

type StatusProps = { isOn: boolean } & Pick<ReturnType<typeof useSecondFactor>, 'begin' | 'isPending'>

function Status({ isOn, isPending, begin }: StatusProps) {
  if (!isOn)
    return (
      <>
        <p>The second factor is off.</p>
        <Button look="outline" className="justify-self-start" busy={isPending} onClick={() => begin('Set up')}>
          Set up
        </Button>
      </>
    )
  return (
    <>
      <p>The second factor is on.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" busy={isPending} onClick={() => begin('New recovery codes')}>
          New recovery codes
        </Button>
        <Button look="danger" busy={isPending} onClick={() => begin('Turn off')}>
          Turn off
        </Button>
      </div>
    </>
  )
}

interface PasswordPromptProps {
  action: SecondFactorAction
  /** Runs the action. Rejects with what went wrong. */
  onPassword: (action: SecondFactorAction, password: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the password before an action on the second factor. */
function PasswordPrompt({ action, onPassword, onCancel }: PasswordPromptProps) {
  const { user } = useSession()
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: { password: '' } })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const submit = handleSubmit(({ password }) =>
    onPassword(action, password).catch((error: unknown) => setError('root', { message: toMessage(error) })),
  )
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FormError message={errors.root?.message} />
      <input type="text" hidden readOnly autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'password is required' })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look={action === 'Turn off' ? 'danger' : 'primary'} busy={isSubmitting}>
          {action === 'Set up' ? 'Continue' : action}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Shows new recovery codes, once. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { name } = useSchool()
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="font-display text-xl">
        Your recovery codes
      </h3>
      <p>If you lose your phone, each of these codes logs you in once. Store them now: we won't show them again.</p>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 border border-line p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => copyText(text)}>
          Copy
        </Button>
        <Button
          look="outline"
          onClick={() => saveAsFile(`Recovery codes for ${name}\n\n${text}\n`, 'recovery-codes.txt', 'text/plain')}
        >
          Download
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  )
}

/** The buttons of the section, which the password confirms. */
type SecondFactorAction = 'Set up' | 'New recovery codes' | 'Turn off'

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
function useSecondFactor({ password: hasPassword }: SignInMethods) {
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
