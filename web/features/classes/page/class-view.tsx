import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OfferedClass } from '#contract/class-pages.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import { toInstructorPath } from '#contract/slug.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { describeImage } from '#web/features/classes/card/describe-image.ts'
import { TaughtBy } from '#web/features/classes/card/taught-by.tsx'
import { useReturnToClass } from '#web/features/classes/card/use-return-to-class.ts'
import { ImageCredit } from '#web/features/images/image-credit.tsx'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import { TermsInWords } from '#web/features/terms/terms-in-words.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb/breadcrumb.tsx'
import { NeedsJavaScript } from '#web/ui/needs-javascript.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { ClassBuy } from './class-buy.tsx'
import { ClassDates } from './class-dates.tsx'
import { OtherClasses } from './other-classes.tsx'

/** The image is as wide as the column beside the facts. */
const IMAGE_SIZES = '(min-width: 90rem) 58rem, (min-width: 64rem) 64vw, 100vw'

/** A class on offer: image, facts and Select, then its dates, its texts and other classes. */
export function ClassView({ page }: { page: OfferedClass }) {
  const { schoolClass, others } = page
  const { className, classImage, focus, caption, camera, exposure } = schoolClass
  useReturnToClass()
  return (
    <article className="class-page">
      <ArticleStyles />
      <Breadcrumb above={[['Classes', '/classes']]} here={className} />
      <div className="class-columns">
        <div>
          <Picture
            src={classImage}
            alt={describeImage(schoolClass)}
            focus={focus}
            sizes={IMAGE_SIZES}
            priority
            className="class-image"
          />
          {[caption, joinParts([camera, exposure], ' · ')].map(
            (text) =>
              text && (
                <p key={text} className="wrap-anywhere exposure">
                  {text}
                </p>
              ),
          )}
          <ImageCredit credit={page.credit} />
        </div>
        <div className="class-panel">
          <ClassFacts schoolClass={schoolClass} />
          <ClassDates page={page} />
          <Terms terms={page.terms} />
        </div>
        <div className="class-main">
          <ClassTexts {...page} />
          <ClassInstructor page={page} />
        </div>
      </div>
      <OtherClasses others={others} />
    </article>
  )
}

function ClassFacts({ schoolClass }: Pick<OfferedClass, 'schoolClass'>) {
  const { className, level } = schoolClass
  return (
    <header className="grid content-start gap-5">
      <h1 className="wrap-anywhere">{className}</h1>
      <TaughtBy schoolClass={schoolClass} note={level === 'any' ? LEVEL_LABELS.any : `${LEVEL_LABELS[level]} class`} />
      <ClassBuy schoolClass={schoolClass} />
      <NeedsJavaScript action="select a class" />
    </header>
  )
}

function Terms({ terms }: Pick<OfferedClass, 'terms'>) {
  return (
    <section aria-label="Cancellation terms" className="class-terms">
      <TermsInWords terms={terms} />
      {terms.text && <p className="wrap-anywhere whitespace-pre-line">{terms.text}</p>}
      <Link to="/refunds" className="link justify-self-start">
        Refund terms
      </Link>
    </section>
  )
}

/** Instructor of the class, with a larger portrait than beside the name. Renders nothing without a profile. */
function ClassInstructor({ page: { schoolClass, instructor } }: { page: OfferedClass }) {
  const { instructorId, instructorName, instructorImage } = schoolClass
  const { html, portrait, focus } = instructor
  if (!html) return null
  return (
    <section className="class-instructor">
      <Picture
        src={portrait || instructorImage}
        alt=""
        focus={portrait ? focus : undefined}
        sizes="(min-width: 40rem) 28rem, 100vw"
        className="class-picture"
      />
      <div className="grid gap-3">
        <ClassText name={instructorName} html={html} />
        <Link to={toInstructorPath({ _id: instructorId, name: instructorName })} className="link justify-self-start">
          All classes by <bdi>{instructorName}</bdi>
        </Link>
      </div>
    </section>
  )
}

/** The texts of a class, each with its heading, and further pictures after the first. */
export function ClassTexts({ html: { description, outcome, bring }, further }: Pick<OfferedClass, 'html' | 'further'>) {
  return (
    <div className="class-texts">
      {description && <ClassText name="About this class" html={description} />}
      {further.length > 0 && (
        <div className="class-pictures">
          {further.map(({ image, focus, alt, credit }) => (
            <div key={image}>
              <Picture src={image} alt={alt} focus={focus} sizes={IMAGE_SIZES} className="class-picture" />
              <ImageCredit credit={credit} />
            </div>
          ))}
        </div>
      )}
      {outcome && <ClassText name="What you will make" html={outcome} />}
      {bring && <ClassText name="What to bring" html={bring} />}
    </div>
  )
}

function ClassText({ name, html }: { name: string; html: string }): ReactNode {
  return (
    <section>
      <h2 className="wrap-anywhere mb-4 font-display text-2xl sm:text-3xl">{name}</h2>
      <RichText html={html} />
    </section>
  )
}
