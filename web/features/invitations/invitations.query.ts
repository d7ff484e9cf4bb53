/** GET and POST /invitations and /invitations/waiting, POST /invitation/{id}, and DELETE /invitation/{id}, after a confirmation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation, NewInvitation } from '#contract/invitations.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { useAction } from '#web/use-action.ts'

export function useInvitations() {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.invitations,
    queryFn: () => call(api.listInvitations),
    enabled: role === 'admin',
  })
}

export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewInvitation) => call(api.invite, { body }),
    onSuccess: () => refetchAfter(client, 'invitationsChanged'),
  })
}

/** The people with a record who can be invited, and a function that invites all of them, a batch at a time. */
export function useInviteWaiting() {
  const client = useQueryClient()
  const waiting = useQuery({
    queryKey: [...queryKeys.invitations, 'waiting'],
    queryFn: () => call(api.countWaiting),
  }).data?.waiting
  const [invited, setInvited] = useState(0)
  const inviting = useMutation({
    mutationFn: async () => {
      setInvited(0)
      for (;;) {
        const batch = await call(api.inviteWaiting)
        setInvited((sum) => sum + batch.invited)
        if (batch.invited === 0 || batch.waiting === 0) return
      }
    },
    onSettled: () => refetchAfter(client, 'invitationsChanged'),
  })
  return { waiting, invited, inviting }
}

export function useResend({ _id }: Invitation) {
  return useAction(() => call(api.resendInvitation, { params: { id: _id } }), { after: 'invitationsChanged' })
}

export function useRevoke({ _id, email }: Invitation) {
  const revocation = useAction(() => call(api.revokeInvitation, { params: { id: _id } }), {
    after: 'invitationsChanged',
  })
  return {
    isRevoking: revocation.isPending,
    /** Keeps the focus in the row that holds `control`. */
    revoke: async (control: Element) => {
      const text = 'The links of this invitation stop working.'
      if (await confirm({ title: `Revoke the invitation of ${email}?`, text, action: 'Yes, revoke it!' }))
        await keepRowFocus(control, () => revocation.mutateAsync())
    },
  }
}
