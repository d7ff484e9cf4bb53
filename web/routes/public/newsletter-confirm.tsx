import { api, call } from '#web/api.ts'
import { NewsletterLink } from '#web/features/newsletter/newsletter-link.tsx'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  screenshots: [{ name: 'newsletter-confirm' }],
} satisfies PageHandle

const confirm = (token: string) => call(api.confirmNewsletter, { body: { token } })

/** The page of the link that confirms a subscription. */
export default function NewsletterConfirm() {
  return (
    <NewsletterLink
      button="Confirm my subscription"
      pendingMessage="Confirming your subscription …"
      doneMessage="You are subscribed. You will receive our next newsletter."
      action="/api/newsletter/forms/confirm"
      submitToken={confirm}
    />
  )
}
