import { ClassLine } from '#web/features/classes/class-line.tsx'
import { ClassFacts } from '#web/features/classes/feedback/class-facts.tsx'
import { ClassTexts } from '#web/features/classes/feedback/class-texts.tsx'
import { FeedbackForm } from '#web/features/classes/feedback/feedback-form.tsx'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useFreshQuery } from '#web/ui/forms/use-fresh-query.ts'
import type { Route } from './+types/feedback.ts'

/** An admin's feedback on a class, for its instructor. */
export default function Feedback({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Feedback" />
      <ManagedClassPage title="Feedback" query={useFreshQuery(schoolClassQuery(params.id))}>
        {(schoolClass) => (
          <div className="grid gap-8">
            <ClassLine schoolClass={schoolClass} />
            <ClassFacts schoolClass={schoolClass} />
            <ClassTexts schoolClass={schoolClass} />
            <FeedbackForm key={schoolClass._id} opened={schoolClass} />
          </div>
        )}
      </ManagedClassPage>
    </>
  )
}
