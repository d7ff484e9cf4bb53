import { ClassLine } from '#web/features/classes/class-line.tsx'
import { DecisionButtons } from '#web/features/classes/decision-buttons.tsx'
import { ClassFacts } from '#web/features/classes/feedback/class-facts.tsx'
import { ClassPreview } from '#web/features/classes/feedback/class-preview.tsx'
import { FeedbackForm } from '#web/features/classes/feedback/feedback-form.tsx'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import type { Route } from './+types/feedback.ts'

export const handle = {
  within: '/dashboard/manage-class',
  screenshots: [{ name: 'feedback', fill: 'taughtId' }],
} satisfies PageHandle

/** A class as visitors will see it, for the admin who decides on it, with feedback for its instructor. */
export default function Feedback({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Feedback" />
      {/* With the page: React hides everything around a style sheet that loads, also what is being typed. */}
      <ArticleStyles />
      <ManagedClassPage title="Feedback" query={useFreshQuery(schoolClassQuery(params.id))}>
        {(schoolClass) => (
          <div className="grid gap-8">
            <ClassLine schoolClass={schoolClass} />
            <ClassFacts schoolClass={schoolClass} />
            <div className="flex flex-wrap items-center gap-4">
              <DecisionButtons schoolClass={schoolClass} />
              <a className="link py-1" href="#write">
                Write to the instructor
              </a>
            </div>
            <ClassPreview schoolClass={schoolClass} />
            <FeedbackForm key={schoolClass._id} opened={schoolClass} />
          </div>
        )}
      </ManagedClassPage>
    </>
  )
}
