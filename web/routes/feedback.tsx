import { ClassLine } from '#web/features/classes/class-line.tsx'
import { InsidersPage } from '#web/features/classes/insiders-page.tsx'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { ClassFacts } from '#web/features/feedback/class-facts.tsx'
import { FeedbackForm } from '#web/features/feedback/feedback-form.tsx'
import { Titled } from '#web/school/titled.tsx'
import { useAsNow } from '#web/ui/use-as-now.ts'
import type { Route } from './+types/feedback.ts'

/** An admin's words on a class, for its instructor's eyes. */
export default function Feedback({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Feedback" />
      <InsidersPage title="Feedback" query={useAsNow(schoolClassQuery(params.id))}>
        {(found) => (
          <div className="grid gap-8">
            <ClassLine schoolClass={found} />
            <ClassFacts schoolClass={found} />
            <FeedbackForm key={found._id} opened={found} />
          </div>
        )}
      </InsidersPage>
    </>
  )
}
