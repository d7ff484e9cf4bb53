/** The checks of the form that sets up the school. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { NewSchool } from '#contract/setup.ts'
import { MISMATCH, requireMatch } from '#web/features/sign-in/passwords-match.ts'

const email = (label: string) => z.email(`${label} should be an e-mail address`)

const FIELDS = {
  name: NewSchool.shape.name,
  email: z.string().trim().min(1, 'Email is required').pipe(email('Email')),
  school_name: NewSchool.shape.school_name.min(1, 'School Name is required'),
  school_email: z
    .string()
    .trim()
    .pipe(z.literal('').or(email('School Email'))),
  address: NewSchool.shape.address.unwrap(),
  currency: NewSchool.shape.currency.unwrap(),
  time_zone: NewSchool.shape.time_zone.unwrap(),
  instructor_email: z
    .string()
    .trim()
    .pipe(z.literal('').or(email('Instructor Email'))),
  /** Blank for none. */
  example_classes: z.string(),
}

const OTHER_THAN_OWN = {
  path: ['instructor_email'],
  message: 'Instructor Email should be another address than your own',
}

function isOther({ email, instructor_email: other }: { email: string; instructor_email: string }): boolean {
  return other === '' || other.toLowerCase() !== email.toLowerCase()
}

const INSTRUCTOR_REQUIRED = {
  path: ['instructor_email'],
  message: 'Instructor Email is required for example classes',
}

function hasInstructor({
  example_classes: examples,
  instructor_email: email,
}: z.infer<z.ZodObject<typeof FIELDS>>): boolean {
  return examples === '' || email !== ''
}

/** Of an owner who has signed in already. */
export const SchoolForm = z.object(FIELDS).refine(isOther, OTHER_THAN_OWN).refine(hasInstructor, INSTRUCTOR_REQUIRED)
export type SchoolForm = z.infer<typeof SchoolForm>

const SetupForm = z
  .object({ ...FIELDS, password: NewSchool.shape.password, confirmPassword: z.string() })
  .refine(requireMatch, MISMATCH)
  .refine(isOther, OTHER_THAN_OWN)
  .refine(hasInstructor, INSTRUCTOR_REQUIRED)
export type SetupForm = z.infer<typeof SetupForm>

export const rules = zodResolver(SetupForm)
