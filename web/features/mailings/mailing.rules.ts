/** The checks of a newsletter or message. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import { NewMailing } from '#contract/mailings.ts'
import type { RulesContext } from '#web/forms/use-content-form.ts'
import type { MailingDraft } from './mailing-draft.ts'

const { subject, text, audience, classes, in_archive } = NewMailing.shape

const schema = z.object({
  subject,
  text,
  audience: audience.unwrap(),
  classes: classes.unwrap(),
  in_archive: in_archive.unwrap(),
})

export const rules: Resolver<MailingDraft, RulesContext> = (draft, _context, options) =>
  zodResolver(schema)(draft, undefined, options)
