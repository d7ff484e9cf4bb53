import type { ReactNode } from 'react'
import { useSession } from '#web/session/use-session.ts'

/** The head of a dashboard home page: the welcome of the role, and the user's name. */
export function Greeting({ welcome, children }: { welcome: string; children?: ReactNode }) {
  const { user } = useSession()
  return (
    <header>
      <p className="edge-print">{welcome}</p>
      <h1 className="mt-3 break-words font-display text-4xl sm:text-5xl">Hello, {user?.displayName || user?.email}</h1>
      {children}
    </header>
  )
}
