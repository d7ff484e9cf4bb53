import type { SetupDefaults } from '#contract/setup.ts'
import { NewPasswordField } from '#web/features/sign-in/new-password-field.tsx'
import { useSignInForm } from '#web/features/sign-in/use-sign-in-form.ts'
import { useSchool } from '#web/school/school.ts'
import type { Person } from '#web/session/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { createAs, createAtProvider, createWithAccount } from './create-school.ts'
import { SchoolFields } from './school-fields.tsx'
import type { SchoolForm as SchoolValues, SetupForm as Values } from './setup.rules.ts'

const rules = {
  withAccount: lazyResolver<Values>(() => import('./setup.rules.ts')),
  asOwner: lazyResolver<SchoolValues>(() => import('./claim.rules.ts')),
}

interface SetupFormProps {
  token: string
  defaults: SetupDefaults
  /** Called when the school is set up, and the owner is logged in or not. */
  onCreated: (isLoggedIn: boolean) => void
}

/** Sets up the school with a new account, and logs its owner in. A refusal leaves everything as it was typed. */
export function SetupForm({ token, defaults, onCreated }: SetupFormProps) {
  const { ownAccounts } = useSchool().signIn
  const { form, messages, isSending } = useSignInForm<Values>({
    rules: rules.withAccount,
    async send({ confirmPassword: _, ...values }) {
      onCreated(await (ownAccounts ? createWithAccount : createAtProvider)({ ...toSetup(values), token }))
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Name" required autoComplete="name" error={messages.name} name="name" />
      <Field label="Email" type="email" required autoComplete="username" error={messages.email} name="email" />
      <NewPasswordField label="Password" required error={messages.password} name="password" />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        error={messages.confirmPassword}
        name="confirmPassword"
      />
      <SchoolFields messages={messages} defaults={defaults} isSending={isSending} />
    </form>
  )
}

interface OwnerFormProps extends SetupFormProps {
  owner: Person
  onLeave: () => void
}

/** Sets up the school for an owner whom the identity provider has signed in. */
export function OwnerForm({ owner, token, defaults, onCreated, onLeave }: OwnerFormProps) {
  const { form, messages, isSending } = useSignInForm<SchoolValues>({
    rules: rules.asOwner,
    async send({ email: _, ...values }) {
      onCreated(await createAs(owner, { ...toSetup(values), token }))
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
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
      <SchoolFields messages={messages} defaults={defaults} isSending={isSending} />
    </form>
  )
}

/** Returns what the calls take: a yes or no for the example classes. */
function toSetup<Form extends Pick<SchoolValues, 'example_classes'>>({ example_classes: examples, ...values }: Form) {
  return { ...values, example_classes: examples !== '' }
}
