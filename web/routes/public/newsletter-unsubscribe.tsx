import { api, call } from '#web/api.ts'
import { NewsletterLink } from '#web/features/newsletter/newsletter-link.tsx'
import type { PageHandle } from '#web/page-handle.ts'

export const handle = {
  screenshots: [{ name: 'newsletter-unsubscribe' }],
} satisfies PageHandle

const unsubscribe = (token: string) => call(api.unsubscribeFromNewsletter, { body: { token } })

/** The page of the link that ends a subscription. */
export default function NewsletterUnsubscribe() {
  return (
    <NewsletterLink
      button="Unsubscribe"
      pendingMessage="Unsubscribing you …"
      doneMessage="You are unsubscribed, and we have deleted your address."
      action="/api/newsletter/forms/unsubscribe"
      submitToken={unsubscribe}
    />
  )
}
