import type { PageSection } from '#contract/pages.ts'
import { Prose, Section } from '#web/ui/text/prose.tsx'
import { RichText } from '#web/ui/text/rich-text.tsx'

/** The text of a page. */
export function PageSections({ sections }: { sections: PageSection[] }) {
  return (
    <Prose>
      {sections.map(({ name, html }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id, and two may have one name
        <Section key={index} name={name}>
          <RichText html={html} />
        </Section>
      ))}
    </Prose>
  )
}
