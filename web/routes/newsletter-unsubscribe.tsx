import { api, call } from '#web/api.ts'
import { NewsletterLink } from '#web/features/newsletter/newsletter-link.tsx'

const unsubscribe = (token: string) => call(api.unsubscribeFromNewsletter, { body: { token } })

/** Where the link that ends a subscription leads. */
export default function NewsletterUnsubscribe() {
  return (
    <NewsletterLink
      button="Unsubscribe"
      underWay="Your subscription is being ended …"
      done="You are unsubscribed, and your address is deleted. No newsletter comes to you any more."
      action="/api/newsletter/forms/unsubscribe"
      follow={unsubscribe}
    />
  )
}
