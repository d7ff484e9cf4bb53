/** The form's checks before a student is enrolled. */
import { zodResolver } from '@hookform/resolvers/zod'
import { GrantedEnrolment } from '#contract/enrolments.ts'

export const rules = zodResolver(GrantedEnrolment)
