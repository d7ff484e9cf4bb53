import type { ComponentProps } from 'react'
import { EmailLinkPage } from '#web/features/email-links/email-link-page.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

type OwnProps = 'button' | 'pendingMessage' | 'doneMessage' | 'action' | 'submitToken'
type Props = ComponentProps<typeof EmailLinkPage>

/** The page of a link in a newsletter e-mail. The footer offers to subscribe again if the link does not work. */
export function NewsletterLink(props: Required<Pick<Props, OwnProps>>) {
  return (
    <EmailLinkPage
      title="Newsletter"
      invalidMessage="This link is incomplete, used or expired. Subscribe again below to get a new one."
      {...props}
    >
      <ButtonLink look="outline" to="/classes">
        See the classes
      </ButtonLink>
    </EmailLinkPage>
  )
}
