import type { ComponentProps } from 'react'
import type { SetupDefaults } from '#contract/setup.ts'
import { browserZone, listZones } from '#web/features/runs/editor/browser-zone.ts'
import { CurrencySelect } from '#web/features/school/currency-select.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import type { SetupForm } from './setup.rules.ts'

const FIRST_CLASSES = [
  { value: '', label: 'None: start empty' },
  { value: 'examples', label: 'Six example classes with pictures' },
]

interface SchoolFieldsProps extends OptionalFieldsProps {
  isSending: boolean
}

/** The fields about the school, and the button that creates it. */
export function SchoolFields({ messages, defaults, isSending }: SchoolFieldsProps) {
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
      <Button type="submit" busy={isSending}>
        Create school
      </Button>
    </>
  )
}

interface OptionalFieldsProps {
  defaults: SetupDefaults
  messages: Partial<Record<keyof SetupForm, string | undefined>>
}

function OptionalFields({ messages, defaults }: OptionalFieldsProps) {
  const zones = [{ value: '', label: 'As in the browser' }, ...listZones()]
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
      <CurrencySelect
        currencies={defaults.currencies}
        stored={defaults.currency}
        name="currency"
        defaultValue={defaults.currency}
      />
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
