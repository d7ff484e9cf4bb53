import type { ReactNode } from 'react'
import { PageTitle } from '#web/school/page-title.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Prose } from '#web/ui/text/prose.tsx'

interface TextPageProps {
  title: string
  line: string
  children: ReactNode
}

/** A page of text: its title, a line below, and its sections. */
export function TextPage({ title, line, children }: TextPageProps) {
  return (
    <>
      <PageTitle page={title} />
      <Banner title={title} line={line} />
      <Prose>{children}</Prose>
    </>
  )
}
