import { api, call } from '#web/api.ts'
import { NewsletterLink } from '#web/features/newsletter/newsletter-link.tsx'

const confirm = (token: string) => call(api.confirmNewsletter, { body: { token } })

/** Where the link that confirms a subscription leads. */
export default function NewsletterConfirm() {
  return (
    <NewsletterLink
      button="Confirm my subscription"
      underWay="Your subscription is being confirmed …"
      done="You are subscribed. The next newsletter comes to you."
      action="/api/newsletter/forms/confirm"
      follow={confirm}
    />
  )
}
