/** The checks of the form that sets up the school, for an owner who has signed in already. */
import { zodResolver } from '@hookform/resolvers/zod'
import { SchoolForm } from './setup.rules.ts'

export const rules = zodResolver(SchoolForm)
