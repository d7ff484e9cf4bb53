/** The checks of an invitation. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { Role } from '#contract/values/role.ts'

const InviteForm = z.object({
  email: z.string().trim().min(1, 'Email is required').pipe(z.email('Email should be an e-mail address')),
  role: Role,
})
export type InviteForm = z.infer<typeof InviteForm>

export const rules = zodResolver(InviteForm)
