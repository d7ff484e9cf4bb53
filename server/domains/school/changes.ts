/** Lists a change of the school's settings for the activity log. */
import type { FieldChange } from '#contract/activity.ts'
import type { School, SchoolChange } from '#contract/school.ts'

/** The labels of the form. Contact data and images are logged without their values. */
const LABELS: Record<keyof School, { label: string; isSilent?: true }> = {
  name: { label: 'Name' },
  address: { label: 'Address', isSilent: true },
  email: { label: 'E-mail', isSilent: true },
  phone: { label: 'Phone', isSilent: true },
  opening_hours: { label: 'Opening hours' },
  social: { label: 'Social network', isSilent: true },
  professional: { label: 'Professional network', isSilent: true },
  photos: { label: 'Photo sharing', isSilent: true },
  time_zone: { label: 'Time zone' },
  logo: { label: 'Logo', isSilent: true },
  favicon: { label: 'Favicon', isSilent: true },
  accent: { label: 'Accent color' },
  footer_line: { label: 'Footer line' },
  home_line: { label: 'Line on the home page' },
  classes_line: { label: 'Line above the classes' },
  instructors_line: { label: 'Line above the instructors' },
  cancellation_terms: { label: 'Cancellation terms' },
  sender_name: { label: 'Sender name', isSilent: true },
  sign_up: { label: 'Sign-up' },
  currency: { label: 'Currency' },
}

/** Returns the changes, and a message that names the fields whose values are not logged. */
export function describeChange(before: School, values: SchoolChange): { changes: FieldChange[]; message?: string } {
  const fields = Object.keys(values) as (keyof School)[]
  const silent = fields.filter((field) => LABELS[field].isSilent).map((field) => LABELS[field].label)
  const changes = fields
    .filter((field) => !LABELS[field].isSilent)
    .map((field) => ({ field: LABELS[field].label, from: toText(before[field]), to: toText(values[field]) }))
  return silent.length ? { changes, message: `Changed: ${silent.join(', ')}` } : { changes }
}

function toText(value: string | null | undefined): string {
  return value || 'none'
}
