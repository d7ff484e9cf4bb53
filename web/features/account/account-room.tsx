import type { ReactNode } from 'react'

interface AccountRoomProps {
  title: string
  line: string
  children: ReactNode
}

/** The frame of login and register: a narrow column of paper. */
export function AccountRoom({ title, line, children }: AccountRoomProps) {
  return (
    <section className="account-room">
      <h1 className="font-display text-4xl sm:text-5xl">{title}</h1>
      <p className="mt-3 mb-8 text-soft">{line}</p>
      {children}
    </section>
  )
}
