import type { ComponentProps } from 'react'
import { FollowedLink } from '#web/features/letters/followed-link.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

type Own = 'button' | 'underWay' | 'done' | 'action' | 'follow'

/** A link of a letter about the newsletter; whoever's does not work subscribes anew at the foot of the page. */
export function NewsletterLink(props: Required<Pick<ComponentProps<typeof FollowedLink>, Own>>) {
  return (
    <FollowedLink
      title="Newsletter"
      incomplete="This link is not complete. Please open it from the mail again, or subscribe anew below."
      refused="This link is not good any more. Please subscribe anew below."
      {...props}
    >
      <ButtonLink look="outline" to="/classes">
        See the classes
      </ButtonLink>
    </FollowedLink>
  )
}
