import type { PageSection } from '#contract/pages.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'

/** The text of a page. A section without a name has no heading. */
export function PageSections({ sections }: { sections: PageSection[] }) {
  return (
    <div className="prose-page">
      {sections.map(({ name, html }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id, and two may have one name
        <section key={index} className="prose-section">
          {name && <h2 className="wrap-anywhere font-display text-2xl">{name}</h2>}
          <RichText html={html} />
        </section>
      ))}
    </div>
  )
}
