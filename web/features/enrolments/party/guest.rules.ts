/** The form's checks before a seat gets the name of a child. */
import { zodResolver } from '@hookform/resolvers/zod'
import { Guest } from '#contract/seats.ts'

export const rules = zodResolver(Guest)
