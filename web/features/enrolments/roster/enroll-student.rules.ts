/** The form's checks before a student is enrolled. */
import { zodResolver } from '@hookform/resolvers/zod'
import { GrantedEnrolment } from '#contract/enrolments.ts'
import { Text } from '#contract/values/fields.ts'

/** The amount is a text until it is sent, since its decimals depend on the currency. */
export const rules = zodResolver(GrantedEnrolment.extend({ amount: Text }))
