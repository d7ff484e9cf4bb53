/** POST /invitation/open: what the link of an invitation offers. */
import { useCallback, useEffect, useState } from 'react'
import type { OpenedInvitation } from '#contract/invitations.ts'
import { api, call } from '#web/api.ts'
import { toMessage } from '#web/session/messages.ts'

export const INCOMPLETE = 'This link is incomplete. Open the whole link of the invitation.'

export type InvitationStep =
  | { step: 'opening' }
  | { step: 'open'; invitation: OpenedInvitation }
  | { step: 'refused'; message: string }

/** Returns what the link offers, or why it is refused. The link stays valid. */
export function useInvitation(token: string | null): { state: InvitationStep; open: () => Promise<void> } {
  const [state, setState] = useState<InvitationStep>(
    token ? { step: 'opening' } : { step: 'refused', message: INCOMPLETE },
  )
  const open = useCallback(async () => {
    if (!token) return
    setState({ step: 'opening' })
    try {
      setState({ step: 'open', invitation: await call(api.openInvitation, { body: { token } }) })
    } catch (error) {
      setState({ step: 'refused', message: toMessage(error) })
    }
  }, [token])
  useEffect(() => void open(), [open])
  return { state, open }
}
