/** The draft of a newsletter or message in a form. */
import type { Audience, Mailing, MailingChange, NewMailing } from '#contract/mailings.ts'

export interface MailingDraft {
  subject: string
  text: string
  audience: Audience
  /** The ids of the chosen classes. */
  classes: string[]
  in_archive: boolean
}

export function toDraft(mailing: Mailing | null): MailingDraft {
  const { subject = '', text = '', audience = 'subscribers', classes = [], in_archive = false } = mailing ?? {}
  return { subject, text, audience, classes, in_archive }
}

/** Returns the fields of a draft that differ from the stored one. A message to students is never public. */
export async function findChanges(draft: MailingDraft, stored: Mailing | null): Promise<NewMailing & MailingChange> {
  const before = toDraft(stored)
  const mine = { ...draft, in_archive: draft.in_archive && draft.audience === 'subscribers' }
  const names = Object.keys(mine) as (keyof MailingDraft)[]
  const changed = names.filter((name) => !stored || String(mine[name]) !== String(before[name]))
  return Object.fromEntries(changed.map((name) => [name, mine[name]])) as NewMailing & MailingChange
}
