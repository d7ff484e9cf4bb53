import { useMemo } from 'react'
import { isAccent } from '#contract/accent.ts'
import type { VersionedSchool } from '#contract/school.ts'
import { formatCount } from '#contract/values/count.ts'
import { COUNTRIES } from '#contract/values/country.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { listZones } from '#web/features/runs/editor/browser-zone.ts'
import { EditField, Hint } from '#web/forms/edit-form.tsx'
import { FieldConflict } from '#web/forms/field-conflict.tsx'
import { FormSection } from '#web/forms/form-section.tsx'
import type * as Forms from '#web/forms/use-versioned-form.ts'
import { Field } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { CurrencySelect } from './currency-select.tsx'
import { LookPreview } from './look-preview.tsx'
import { useCurrencies } from './school.query.ts'
import type { ImageName, SchoolDraft } from './school-draft.ts'

type PartProps = Forms.PartProps<SchoolDraft, VersionedSchool>

/** The school's name. */
export function NameSection(part: PartProps) {
  return (
    <FormSection
      isPaired
      id="basics"
      title="Basics"
      line="The name of the school, and the lines that visitors read first."
    >
      <EditField {...part} field="name" label="Name" required hint="In titles, e-mails, receipts and calendars." />
      <EditField
        {...part}
        field="footer_line"
        label="Footer line"
        placeholder="providing reliable since 2019"
        hint="Below the name at the foot of every page."
      />
      <div className="col-span-full">
        <EditField
          {...part}
          field="home_line"
          wraps
          label="Line on the home page"
          hint="Below the name where there are no slides, and in search engines."
        />
      </div>
      <EditField
        {...part}
        field="classes_line"
        wraps
        label="Line above the classes"
        hint="What people get. Blank for none."
      />
      <EditField
        {...part}
        field="instructors_line"
        wraps
        label="Line above the instructors"
        hint="Who teaches. Blank for none."
      />
    </FormSection>
  )
}

/** Contact, opening hours and time zone of the school. */
export function ContactSection(part: PartProps) {
  return (
    <FormSection
      isPaired
      id="contact"
      title="Contact"
      line="How people find and reach you: on receipts, in e-mails and on the contact page."
    >
      <div className="col-span-full">
        <EditField {...part} field="address" label="Address" />
      </div>
      <EditField {...part} field="email" label="E-mail" type="email" required />
      <EditField {...part} field="phone" label="Phone" type="tel" />
      <EditField {...part} field="opening_hours" label="Opening hours" rows={3} />
      <div className="grid gap-5">
        <EditField
          {...part}
          field="sender_name"
          label="Sender name"
          hint="Whom e-mails come from. Blank for the name of the school."
        />
        <ZoneField {...part} />
      </div>
    </FormSection>
  )
}

function ZoneField(part: PartProps) {
  const options = listZones(...(part.base.time_zone ? [part.base.time_zone] : []))
  const browser = { value: '', label: 'As in the browser' }
  return (
    <div>
      <Select label="Time zone" options={[browser, ...options]} {...part.form.register('time_zone')} />
      <Hint>New dates of classes begin with it.</Hint>
      <FieldConflict {...part} field="time_zone" label="Time zone" />
    </div>
  )
}

/** The pages of the school elsewhere. */
export function NetworksSection(part: PartProps) {
  return (
    <FormSection
      isPaired
      id="elsewhere"
      title="Elsewhere"
      line="Your pages on other networks, at the foot of every page."
    >
      <EditField {...part} field="social" label="Social network" type="url" placeholder="https://" />
      <EditField {...part} field="professional" label="Professional network" type="url" placeholder="https://" />
      <EditField
        {...part}
        field="photos"
        label="Photo sharing"
        type="url"
        placeholder="https://"
        hint="A blank one leads to the contact page."
      />
    </FormSection>
  )
}

/** The look of pages. */
export function LookSection(part: PartProps) {
  return (
    <FormSection
      isPaired
      id="look"
      title="Look"
      line="Your logo and your color, in both themes."
      aside={<LookPreview {...part} />}
    >
      <div className="wide-drop">
        <ImagePart
          {...part}
          field="logo"
          label="Logo"
          hint="At the top of every page, instead of the name."
          theme="light"
        />
      </div>
      <div className="wide-drop">
        <ImagePart
          {...part}
          field="logo_dark"
          label="Version for the dark theme"
          hint="Shown instead of the logo there. Best light, on a transparent ground."
          theme="dark"
        />
      </div>
      <div className="small-square">
        <ImagePart {...part} field="favicon" label="Favicon" hint="In the tabs of browsers. Best square." />
      </div>
      <AccentField {...part} />
    </FormSection>
  )
}

interface ImagePartProps extends PartProps {
  field: ImageName
  label: string
  hint: string
  theme?: 'light' | 'dark'
}

function ImagePart({ form, base, field, ...props }: ImagePartProps) {
  return (
    <OptionalImage
      {...props}
      value={form.watch(field)}
      onChange={(image) => form.setValue(field, image, { shouldDirty: true })}
      stored={base[field]}
    />
  )
}

const SIGN_UPS = [
  { value: 'open', label: 'Open to everyone' },
  { value: 'invitation', label: 'By invitation only' },
]

/** The rules for the school and its users. */
export function RulesSection(part: PartProps) {
  const currencies = useCurrencies()
  return (
    <FormSection
      isPaired
      id="rules"
      title="Rules"
      line="Who can register, and what applies to purchases, vouchers and critique."
    >
      <div>
        <Select label="Sign-up" options={SIGN_UPS} {...part.form.register('sign_up')} />
        <Hint>By invitation, only people whom you invite or Manage Users lists can register.</Hint>
        <FieldConflict {...part} field="sign_up" label="Sign-up" />
      </div>
      <div>
        {part.base.currency_fixed ? (
          <>
            <Field label="Currency" readOnly value={part.base.currency.toUpperCase()} />
            <Hint>Of all prices. It can't be changed: there are classes, coupons or credit.</Hint>
          </>
        ) : (
          <>
            <CurrencySelect currencies={currencies} stored={part.base.currency} {...part.form.register('currency')} />
            <Hint>Of all prices. It can't change once there are classes, coupons or credit.</Hint>
            <FieldConflict {...part} field="currency" label="Currency" />
          </>
        )}
      </div>
      <div className="col-span-full">
        <EditField
          {...part}
          field="cancellation_terms"
          label="Cancellation terms"
          rows={4}
          hint="Below the refund period, on the Refunds page and beside Pay."
        />
      </div>
      <Numbers {...part} />
      <CountryFields {...part} />
    </FormSection>
  )
}

interface NumberChoiceProps extends PartProps {
  field: 'offer_hours' | 'choice_days' | 'voucher_years' | 'student_storage_gb' | 'critique_target_hours'
  label: string
  hint: string
  values: number[]
  format: (value: number) => string
}

/** Chooses a number. A program may have set another one. */
function NumberChoice({ field, label, hint, values, format, ...part }: NumberChoiceProps) {
  const all = [...new Set([...values, part.base[field]])].sort((a, b) => a - b)
  const options = all.map((value) => ({ value: `${value}`, label: format(value) }))
  return (
    <div>
      <Select label={label} options={options} {...part.form.register(field, { valueAsNumber: true })} />
      <Hint>{hint}</Hint>
      <FieldConflict {...part} field={field} label={label} />
    </div>
  )
}

const formatHours = (hours: number) => formatCount(hours, 'hour')

/** Numbers that the school's rules name. */
function Numbers(part: PartProps) {
  return (
    <>
      <NumberChoice
        {...part}
        field="offer_hours"
        label="Offers of free seats last"
        hint="For people on the waiting list of a date. Then the next person is offered the seat."
        values={[6, 12, 24, 48, 72, 168]}
        format={formatHours}
      />
      <NumberChoice
        {...part}
        field="choice_days"
        label="Choice after a cancellation"
        hint="When you cancel a date or withdraw a class, students choose another date, credit or their money."
        values={[0, 3, 7, 14, 30]}
        format={(days) => (days === 0 ? 'Money at once' : formatCount(days, 'day'))}
      />
      <NumberChoice
        {...part}
        field="voucher_years"
        label="Gift vouchers are valid for"
        hint="After the year of the sale, to the end of the last one. The law may set a minimum. Vouchers that you have sold stay as they are."
        values={[1, 2, 3, 4, 5, 10]}
        format={(years) => formatCount(years, 'year')}
      />
      <NumberChoice
        {...part}
        field="student_storage_gb"
        label="Storage of each student"
        hint="For the pictures that students hand in for critique, with all their versions."
        values={[1, 2, 5, 10, 20, 50]}
        format={(size) => `${size} GB`}
      />
      <NumberChoice
        {...part}
        field="critique_target_hours"
        label="First critique within"
        hint="Instructors see beside the pictures that wait how often they keep this."
        values={[24, 48, 72, 168, 336]}
        format={formatHours}
      />
    </>
  )
}

function CountryFields(part: PartProps) {
  const { register } = part.form
  const options = useMemo(listCountries, [])
  return (
    <>
      <div>
        <Select label="Country" options={options} {...register('country')} />
        <FieldConflict {...part} field="country" label="Country" />
      </div>
      <div className="col-span-full">
        <CheckBox {...register('withdrawal_function')}>Offer to withdraw from a contract</CheckBox>
        <Hint>
          A link at the foot of every page, which the law requires in the EU and EEA. There it is on unless you turn it
          off.
        </Hint>
        <FieldConflict {...part} field="withdrawal_function" label="Offer to withdraw from a contract" />
      </div>
    </>
  )
}

function listCountries() {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const countries = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }))
  return [{ value: '', label: 'None chosen' }, ...countries.sort((a, b) => a.label.localeCompare(b.label, 'en'))]
}

const LABEL = 'Accent color'

/** The accent color, typed or chosen from the browser's palette. */
function AccentField(part: PartProps) {
  const { form } = part
  const value = form.watch('accent')
  const { errors, isSubmitted } = form.formState
  const choose = (accent: string) => form.setValue('accent', accent, { shouldDirty: true, shouldValidate: isSubmitted })
  return (
    <div>
      <Field
        label={LABEL}
        autoComplete="off"
        placeholder="#2f6f9f"
        error={errors.accent?.message}
        end={
          <input
            type="color"
            className="absolute end-1.5 top-1.5 size-8 cursor-pointer"
            aria-label="Choose the accent color"
            value={isAccent(value) ? value : '#2f6f9f'}
            onChange={({ target }) => choose(target.value)}
          />
        }
        {...form.register('accent')}
      />
      <Hint>For buttons and marks. The dark theme has a lighter tone of a dark color. Blank for our own colors.</Hint>
      <FieldConflict {...part} field="accent" label={LABEL} />
    </div>
  )
}
