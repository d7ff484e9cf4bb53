import type { ManagedPage } from '#contract/pages.ts'
import { ContentList } from '#web/features/home/editor/content-list.tsx'
import { PageForm } from './page-form.tsx'
import { PageItem } from './page-item.tsx'

/** All pages, and a form for a new one. */
export function PageList({ pages }: { pages: ManagedPage[] }) {
  return (
    <ContentList
      label="Pages"
      addTitle="Add a page"
      rows={pages}
      renderItem={(page, edit) => <PageItem key={page._id} page={page} onEdit={edit} />}
      renderForm={(page, onDone) => <PageForm page={page} onDone={onDone} />}
    />
  )
}
