import type { ReactNode } from 'react'
import { Titled } from '#web/school/titled.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Prose } from '#web/ui/prose.tsx'

interface TextPageProps {
  title: string
  line: string
  /** The page's matters. */
  children: ReactNode
}

/** A page that is read: its title, a line below, and its matters. */
export function TextPage({ title, line, children }: TextPageProps) {
  return (
    <>
      <Titled page={title} />
      <Banner title={title} line={line} />
      <Prose>{children}</Prose>
    </>
  )
}
