/** The form's checks before a place is given away. */
import { zodResolver } from '@hookform/resolvers/zod'
import { Substitute } from '#contract/enrolments.ts'

export const rules = zodResolver(Substitute)
