/** The checks of a new webhook. */
import { zodResolver } from '@hookform/resolvers/zod'
import { NewWebhook } from '#contract/webhooks.ts'

export const rules = zodResolver(NewWebhook)
