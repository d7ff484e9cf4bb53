import { type ComponentProps, type FormEvent, type ReactNode, useEffect } from 'react'
import type { ClaimedSchool, Setup, SetupDefaults } from '#contract/setup.ts'
import { api, call } from '#web/api.ts'
import { browserZone, listZones } from '#web/features/runs/editor/browser-zone.ts'
import { CurrencySelect } from '#web/features/school/currency-select.tsx'
import { NewPasswordPair } from '#web/features/sign-in/new-password-field.tsx'
import { useSignInForm } from '#web/features/sign-in/use-sign-in-form.ts'
import { useSchool } from '#web/school/school.ts'
import { claimAs, registerOrLogin } from '#web/session/account/claim.ts'
import type { Person } from '#web/session/identity.ts'
import { withProof } from '#web/session/session.ts'
import { login } from '#web/session/sign-in/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { focusSoon } from '#web/ui/focus.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { useLaterStep } from '#web/ui/forms/use-later-step.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { SchoolForm as SchoolValues, SetupForm as Values } from './setup.rules.ts'
import { forgetTypedSetup, useTypedSetup } from './typed-setup.ts'

const rules = {
  withAccount: lazyResolver<Values>(() => import('./setup.rules.ts')),
  asOwner: lazyResolver<SchoolValues>(() => import('./claim.rules.ts')),
}

interface SetupFormProps {
  token: string
  defaults: SetupDefaults
  /** Called with whether the second step is shown. */
  onStep: (isSecond: boolean) => void
  /** Called when the school is set up, and the owner is logged in or not. */
  onCreated: (isLoggedIn: boolean) => void
}

/** Sets up the school with a new account, and logs its owner in. A refusal leaves everything as it was typed. */
export function SetupForm({ token, defaults, onStep, onCreated }: SetupFormProps) {
  const { ownAccounts } = useSchool().signIn
  const { form, messages, checkFields, isSending } = useSignInForm<Values>({
    rules: rules.withAccount,
    async send({ confirmPassword: _, ...values }) {
      const isLoggedIn = await (ownAccounts ? createWithAccount : createAtProvider)({ ...toSetup(values), token })
      forgetTypedSetup()
      onCreated(isLoggedIn)
    },
  })
  return (
    <SetupSteps
      form={form}
      onStep={onStep}
      problem={messages.root}
      check={(element) => checkFields(element, ['name', 'email', 'password', 'confirmPassword'])}
      school={{ messages, defaults, isSending }}
    >
      <Field label="Name" required autoComplete="name" error={messages.name} name="name" />
      <Field label="Email" type="email" required autoComplete="username" error={messages.email} name="email" />
      <NewPasswordPair messages={messages} />
    </SetupSteps>
  )
}

interface SetupStepsProps extends Pick<SetupFormProps, 'onStep'> {
  form: ReturnType<typeof useSignInForm>['form']
  problem: string | undefined
  /** Checks the first step. Returns whether it is valid. */
  check: (form: HTMLFormElement) => Promise<boolean>
  school: OptionalFieldsProps & { isSending: boolean }
  /** The fields of the first step, about the owner. */
  children: ReactNode
}

/**
 * The two steps of the form: the owner, then the school. Its fields stay in the page, so that Back and a refusal lose nothing. After a reload
 * only the passwords are gone.
 */
function SetupSteps({ form, onStep, problem, check, school, children }: SetupStepsProps) {
  const { isLater: isSecond, open, leave } = useLaterStep()
  const typed = useTypedSetup()
  useEffect(() => onStep(isSecond), [isSecond, onStep])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (isSecond) return form.onSubmit(event)
    event.preventDefault()
    const { currentTarget } = event
    if (await check(currentTarget)) {
      open()
      focusSoon(() => currentTarget.querySelector('[name="school_name"]'))
    }
  }
  return (
    <form {...form} {...typed} onSubmit={submit}>
      <p className="mb-5 text-sm text-soft">
        <span className="edge-print">Step {isSecond ? 2 : 1} of 2</span>
        {!isSecond && ' · This takes a minute.'}
      </p>
      <FormError message={problem} />
      <div className="grid gap-5" hidden={isSecond}>
        {children}
        <Button type={isSecond ? 'button' : 'submit'}>Next</Button>
      </div>
      <div className="grid gap-5" hidden={!isSecond}>
        <SchoolFields {...school} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button type="submit" className="grow" busy={school.isSending}>
            Create school
          </Button>
          <button type="button" className="link py-2" onClick={leave}>
            Back
          </button>
        </div>
      </div>
    </form>
  )
}

interface OwnerFormProps extends SetupFormProps {
  owner: Person
  onLeave: () => void
}

/** Sets up the school for an owner whom the identity provider has signed in. */
export function OwnerForm({ owner, token, defaults, onStep, onCreated, onLeave }: OwnerFormProps) {
  const { form, messages, checkFields, isSending } = useSignInForm<SchoolValues>({
    rules: rules.asOwner,
    async send({ email: _, ...values }) {
      const isLoggedIn = await createAs(owner, { ...toSetup(values), token })
      forgetTypedSetup()
      onCreated(isLoggedIn)
    },
  })
  return (
    <SetupSteps
      form={form}
      onStep={onStep}
      problem={messages.root}
      check={(element) => checkFields(element, ['name'])}
      school={{ messages, defaults, isSending }}
    >
      <Field
        label="Name"
        required
        autoComplete="name"
        error={messages.name}
        name="name"
        defaultValue={owner.displayName}
      />
      <Field label="Email" type="email" readOnly value={owner.email} name="email" />
      <Button type="button" look="outline" className="justify-self-start" onClick={onLeave}>
        Use another account
      </Button>
    </SetupSteps>
  )
}

/** Returns what the calls take: a yes or no for the example classes. */
function toSetup<Form extends Pick<SchoolValues, 'example_classes'>>({ example_classes: examples, ...values }: Form) {
  return { ...values, example_classes: examples !== '' }
}

/** With an account that the server creates. Returns whether the owner is logged in. */
async function createWithAccount(setup: Setup): Promise<boolean> {
  await call(api.setUpSchool, { body: setup })
  return login(setup.email, setup.password).catch(() => false)
}

/** With an account that the identity provider creates. */
async function createAtProvider({ email, password, ...school }: Setup): Promise<boolean> {
  return createAs(await registerOrLogin({ name: school.name, email, password, photo: '' }), school)
}

/** As the user whom the identity provider has signed in. */
async function createAs(owner: Person, school: ClaimedSchool): Promise<boolean> {
  await claimAs(owner, () => withProof(api.claimSchool, { body: school }))
  return true
}

const FIRST_CLASSES = [
  { value: '', label: 'None: start empty' },
  { value: 'examples', label: 'Six example classes with pictures' },
]

/** The fields about the school. */
function SchoolFields({ messages, defaults }: OptionalFieldsProps) {
  return (
    <>
      <Field
        label="School Name"
        required
        autoComplete="organization"
        error={messages.school_name}
        name="school_name"
        defaultValue={defaults.school_name}
      />
      <OptionalFields messages={messages} defaults={defaults} />
    </>
  )
}

interface OptionalFieldsProps {
  defaults: SetupDefaults
  messages: Partial<Record<keyof Values, string | undefined>>
}

function OptionalFields({ messages, defaults }: OptionalFieldsProps) {
  const zones = [{ value: '', label: 'As in the browser' }, ...listZones()]
  return (
    <fieldset className="mt-5 grid gap-5 border-line border-t">
      <legend className="pe-12 font-display text-xl">Optional</legend>
      <p className="text-sm text-soft">
        You can change these under School later, but the currency only before the first class.
      </p>
      <EmailField
        label="School Email"
        name="school_email"
        defaultValue={defaults.school_email}
        error={messages.school_email}
        hint="Shown to visitors. Blank for your own."
      />
      <Field
        label="Address"
        autoComplete="street-address"
        error={messages.address}
        name="address"
        defaultValue={defaults.address}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <CurrencySelect
          currencies={defaults.currencies}
          stored={defaults.currency}
          name="currency"
          defaultValue={defaults.currency}
        />
        <Select label="Time zone" options={zones} name="time_zone" defaultValue={browserZone()} />
      </div>
      <EmailField
        label="Instructor Email"
        name="instructor_email"
        error={messages.instructor_email}
        hint="If you also teach: another address of yours. We invite it as an instructor, with a password of its own."
      />
      <div>
        <Select label="First classes" options={FIRST_CLASSES} name="example_classes" />
        <p className="mt-1.5 text-sm text-soft">
          Examples belong to the instructor above. Visitors see none until you approve it under Manage Classes.
        </p>
      </div>
    </fieldset>
  )
}

function EmailField({ hint, ...field }: ComponentProps<typeof Field> & { hint: string }) {
  return (
    <div>
      <Field type="email" autoComplete="off" {...field} />
      <p className="mt-1.5 text-sm text-soft">{hint}</p>
    </div>
  )
}
