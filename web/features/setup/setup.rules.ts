/** The checks of the form that sets up the school. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { NewSchool } from '#contract/setup.ts'
import { MISMATCH, requireMatch } from '#web/features/sign-in/passwords-match.ts'

const email = (label: string) => z.email(`${label} should be an e-mail address`)

const SetupForm = z
  .object({
    ...NewSchool.shape,
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
    confirmPassword: z.string(),
  })
  .refine(requireMatch, MISMATCH)
  .refine(({ email, instructor_email: other }) => other === '' || other.toLowerCase() !== email.toLowerCase(), {
    path: ['instructor_email'],
    message: 'Instructor Email should be another address than your own',
  })
  .refine(({ example_classes: hasExamples, instructor_email: email }) => hasExamples === '' || email !== '', {
    path: ['instructor_email'],
    message: 'Instructor Email is required for example classes',
  })
export type SetupForm = z.infer<typeof SetupForm>

export const rules = zodResolver(SetupForm)
