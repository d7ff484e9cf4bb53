/** GET and POST /invitations, POST /invitation/{id}, and DELETE /invitation/{id}, after a confirmation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Invitation, NewInvitation } from '#contract/invitations.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { confirm } from '#web/ui/confirm.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { toastError } from '#web/ui/toasts.ts'

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

export function useResend({ _id }: Invitation) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.resendInvitation, { params: { id: _id } }),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'invitationsChanged'),
  })
}

export function useRevoke({ _id, email }: Invitation) {
  const client = useQueryClient()
  const revocation = useMutation({
    mutationFn: () => call(api.revokeInvitation, { params: { id: _id } }),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'invitationsChanged'),
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
