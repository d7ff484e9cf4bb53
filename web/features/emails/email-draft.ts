/** The words of an e-mail in a form. */
import type { EmailChange, EmailTemplate, EmailWords } from '#contract/emails.ts'

export function toDraft(email: EmailTemplate | null): EmailWords {
  const { subject = '', text = '' } = email ?? {}
  return { subject, text }
}

/** Returns the words that differ from the stored ones. */
export async function findChanges(draft: EmailWords, stored: EmailTemplate | null): Promise<EmailChange> {
  const { subject, text } = draft
  return {
    ...(subject !== stored?.subject && { subject }),
    ...(text !== stored?.text && { text }),
  }
}
