/** The checks before an account with a password is deleted. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const DeleteForm = z.object({ password: z.string().min(1, 'password is required'), refund: z.boolean() })
export type DeleteForm = z.infer<typeof DeleteForm>

export const rules = zodResolver(DeleteForm)
