import type { RemovedClass } from '#contract/class-pages.ts'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { OtherClasses } from './other-classes.tsx'

/** In the place of a class that was on offer once: other classes to look at. */
export function RemovedClassView({ page: { className, others } }: { page: RemovedClass }) {
  return (
    <div className="class-page class-removed">
      <ArticleStyles />
      <p className="edge-print wrap-anywhere">{className}</p>
      <h1 className="mt-4 font-display text-4xl sm:text-6xl">This class is no longer offered</h1>
      <p className="mt-4 max-w-prose text-lg text-soft">
        If you are enrolled, you find it under My Enrolled Classes. Otherwise, look at the others.
      </p>
      <ButtonLink look="outline" className="mt-8" to="/classes">
        All classes
      </ButtonLink>
      <OtherClasses others={others} />
    </div>
  )
}
