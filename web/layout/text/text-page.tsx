import type { ReactNode } from 'react'
import { PageHead } from '#web/school/page-head.tsx'
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
      <PageHead page={title} description={line} />
      <Banner title={title} line={line} />
      <Prose>{children}</Prose>
    </>
  )
}
