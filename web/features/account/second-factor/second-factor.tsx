import type { SignInMethods } from '#web/session/identity.ts'
import { toMessage } from '#web/session/messages.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/states.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { ProfileSection } from '../profile-section.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useSecondFactor } from './use-second-factor.ts'

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
