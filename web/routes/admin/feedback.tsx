import type { SchoolClass } from '#contract/classes.ts'
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
import { Picture } from '#web/ui/picture.tsx'
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
      <ManagedClassPage title="Feedback" listed query={useFreshQuery(schoolClassQuery(params.id))}>
        {(schoolClass) => (
          <>
            <Header schoolClass={schoolClass} />
            <div className="class-review">
              <div className="class-review-panel">
                <ClassFacts schoolClass={schoolClass} />
                <div className="button-line">
                  <DecisionButtons schoolClass={schoolClass} isLarge />
                </div>
                <FeedbackForm key={schoolClass._id} opened={schoolClass} />
              </div>
              <ReviewedClass schoolClass={schoolClass} />
            </div>
          </>
        )}
      </ManagedClassPage>
    </>
  )
}

/** The title, and the class beside it. */
function Header({ schoolClass: { className, instructorName } }: { schoolClass: SchoolClass }) {
  return (
    <header className="mb-8 flex flex-wrap items-baseline gap-x-6 gap-y-2">
      <h1 className="font-display text-4xl sm:text-5xl">Feedback</h1>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="wrap-anywhere font-display text-2xl">{className}</h2>
        <p className="text-soft">{instructorName}</p>
      </div>
    </header>
  )
}

/** The image is as wide as the column beside the decision. */
const IMAGE_SIZES = '(width >= 64rem) 42rem, 100vw'

/** The class that an admin considers: its image, and what visitors will read. */
function ReviewedClass({ schoolClass }: { schoolClass: SchoolClass }) {
  const { classImage, focus } = schoolClass
  return (
    <div className="grid min-w-0 content-start gap-8">
      <Picture src={classImage} alt="" focus={focus} sizes={IMAGE_SIZES} priority className="aspect-[3/2] w-full" />
      <ClassPreview schoolClass={schoolClass} />
    </div>
  )
}
