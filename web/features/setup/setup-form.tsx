import type { ComponentProps } from 'react'
import type { SetupDefaults } from '#contract/setup.ts'
import { api, call } from '#web/api.ts'
import { browserZone, listZones } from '#web/features/runs/editor/browser-zone.ts'
import { listCurrencies } from '#web/features/school/list-currencies.ts'
import { useSignInForm } from '#web/features/sign-in/use-sign-in-form.ts'
import { login } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, PasswordField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { SetupForm as Values } from './setup.rules.ts'

const rules = lazyResolver<Values>(() => import('./setup.rules.ts'))

interface SetupFormProps {
  token: string
  defaults: SetupDefaults
  /** Called when the school is set up, and the owner is logged in or not. */
  onCreated: (isLoggedIn: boolean) => void
}

/** Sets up the school, and logs its owner in. A refusal leaves everything as it was typed. */
export function SetupForm({ token, defaults, onCreated }: SetupFormProps) {
  const { form, messages, isSending } = useSignInForm<Values>({
    rules,
    async send({ confirmPassword: _, example_classes: examples, ...values }) {
      await call(api.setUpSchool, { body: { ...values, example_classes: examples !== '', token } })
      onCreated(await login(values.email, values.password).catch(() => false))
    },
  })
  return (
    <form {...form} className="grid gap-5">
      <FormError message={messages.root} />
      <Field label="Name" required autoComplete="name" error={messages.name} name="name" />
      <Field label="Email" type="email" required autoComplete="username" error={messages.email} name="email" />
      <PasswordField label="Password" required autoComplete="new-password" error={messages.password} name="password" />
      <PasswordField
        label="Confirm Password"
        required
        autoComplete="new-password"
        error={messages.confirmPassword}
        name="confirmPassword"
      />
      <Field
        label="School Name"
        required
        autoComplete="organization"
        error={messages.school_name}
        name="school_name"
        defaultValue={defaults.school_name}
      />
      <OptionalFields messages={messages} defaults={defaults} />
      <Button type="submit" busy={isSending}>
        Create school
      </Button>
    </form>
  )
}

const FIRST_CLASSES = [
  { value: '', label: 'None: start empty' },
  { value: 'examples', label: 'Six example classes with pictures' },
]

interface OptionalFieldsProps extends Pick<SetupFormProps, 'defaults'> {
  messages: Partial<Record<keyof Values, string | undefined>>
}

function OptionalFields({ messages, defaults }: OptionalFieldsProps) {
  const zones = [
    { value: '', label: 'As in the browser' },
    ...listZones().map((zone) => ({ value: zone, label: zone })),
  ]
  return (
    <fieldset className="grid gap-5 border-line border-t pt-6">
      <legend className="pe-4 font-display text-xl">Optional</legend>
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
      <Select label="Currency" options={listCurrencies()} name="currency" defaultValue={defaults.currency} />
      <Select label="Time zone" options={zones} name="time_zone" defaultValue={browserZone()} />
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
