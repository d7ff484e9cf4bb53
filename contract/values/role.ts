import { z } from 'zod'

export const ROLES = ['student', 'instructor', 'admin'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>
