/** The checks of the words of an e-mail. The server checks its variables. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { EmailWords } from '#contract/emails.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'

export const rules: Resolver<EmailWords, RulesContext> = (draft, _context, options) =>
  zodResolver(EmailWords)(draft, undefined, options)
