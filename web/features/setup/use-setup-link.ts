/** POST /setup/link: checks the link that sets up the school. */
import { useCallback, useEffect, useState } from 'react'
import type { SetupDefaults } from '#contract/setup.ts'
import { api, call } from '#web/api.ts'
import { toMessage } from '#web/session/messages.ts'

const NO_TOKEN = 'This link is incomplete. Open the whole link that the server printed at its start.'

export type SetupLink =
  | { step: 'checking' }
  | { step: 'valid'; defaults: SetupDefaults }
  | { step: 'refused'; message: string }

/** Returns what the form begins with, or why the link is refused. The link stays valid. */
export function useSetupLink(token: string | null): { link: SetupLink; check: () => Promise<void> } {
  const [link, setLink] = useState<SetupLink>(token ? { step: 'checking' } : { step: 'refused', message: NO_TOKEN })
  const check = useCallback(async () => {
    if (!token) return
    setLink({ step: 'checking' })
    try {
      setLink({ step: 'valid', defaults: await call(api.checkSetupLink, { body: { token } }) })
    } catch (error) {
      setLink({ step: 'refused', message: toMessage(error) })
    }
  }, [token])
  useEffect(() => void check(), [check])
  return { link, check }
}
