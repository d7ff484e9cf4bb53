/** The form's checks before an e-mail is sent. */
import { zodResolver } from '@hookform/resolvers/zod'
import { StudentsMessage } from '#contract/enrolments.ts'

export const rules = zodResolver(StudentsMessage)
