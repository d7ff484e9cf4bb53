/** The schema of an error body, for the API's description and the tests. */
import { z } from 'zod'
import type { ErrorBody } from './errors.ts'

export const ErrorBodySchema: z.ZodType<ErrorBody> = z.object({
  statusCode: z.int(),
  code: z.string(),
  error: z.string().describe("The HTTP status' name"),
  message: z.string(),
})
