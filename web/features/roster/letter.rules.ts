/** What the form checks of a letter before it is sent. */
import { zodResolver } from '@hookform/resolvers/zod'
import { StudentsLetter } from '#contract/classes.ts'

export const rules = zodResolver(StudentsLetter)
