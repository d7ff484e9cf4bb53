/** The checks of a code. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'

const CodeForm = z.object({ code: z.string().trim().min(1, 'code is required') })
export type CodeForm = z.infer<typeof CodeForm>

export const rules = zodResolver(CodeForm)
