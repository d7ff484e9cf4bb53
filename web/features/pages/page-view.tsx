import type { ShownPage } from '#contract/pages.ts'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb/breadcrumb.tsx'
import { PageSections } from './page-sections.tsx'

/** A page as visitors see it: its title, a line below, and its sections. */
export function PageView({ page: { title, summary, sections } }: { page: ShownPage }) {
  return (
    <>
      <ArticleStyles />
      <div className="prose-trail">
        <Breadcrumb above={[]} here={title} />
      </div>
      <Banner title={title} line={summary} />
      <PageSections sections={sections} />
    </>
  )
}
