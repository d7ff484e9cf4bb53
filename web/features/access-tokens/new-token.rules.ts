/** The checks of a new access token. */
import { zodResolver } from '@hookform/resolvers/zod'
import { NewAccessToken } from '#contract/access-tokens.ts'

export const rules = zodResolver(NewAccessToken)
