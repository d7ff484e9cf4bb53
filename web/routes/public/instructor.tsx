import { Link } from 'react-router'
import type { InstructorPage as InstructorPageResponse } from '#contract/class-pages.ts'
import { parseImageUrl } from '#contract/image-url.ts'
import type { ShownProfile } from '#contract/profiles.ts'
import { toClassPath } from '#contract/slug.ts'
import { call } from '#web/api.ts'
import { ClassGrid } from '#web/features/classes/card/class-grid.tsx'
import { ImageCredit } from '#web/features/images/image-credit.tsx'
import { buildInstructorJsonLd } from '#web/features/instructors/instructor-json-ld.ts'
import { loadInstructorPage } from '#web/features/instructors/load-instructor-page.ts'
import { ArticleStyles } from '#web/features/pages/article-styles.tsx'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { withRetries } from '#web/retry.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { StructuredData } from '#web/school/structured-data.tsx'
import { Breadcrumb } from '#web/ui/breadcrumb/breadcrumb.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { Empty } from '#web/ui/states.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import type { Route } from './+types/instructor.ts'

export const handle = {
  screenshots: [{ name: 'instructor', fill: 'instructorAddress' }],
} satisfies PageHandle

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call: callInProcess, school } = context.get(pageContext)
  const page = await loadInstructorPage(callInProcess, params.address)
  return { page, jsonLd: buildInstructorJsonLd(page, school) }
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { page: await withRetries(() => loadInstructorPage(call, params.address)), jsonLd: undefined }
}

/** The page of one instructor with their classes. */
export default function InstructorPage({ loaderData: { page, jsonLd } }: Route.ComponentProps) {
  const { instructor, profile } = page
  const { name, image, email } = instructor
  const portrait = profile.portrait || image
  const isWide = isLandscape(portrait)
  const school = useSchool()
  return (
    <div className="class-page">
      <ArticleStyles />
      <PageHead
        page={name}
        description={
          profile.summary || `${name} teaches photography at ${school.name}. See the classes and select one.`
        }
      />
      <StructuredData json={jsonLd} />
      <Breadcrumb above={[['Instructors', '/instructors']]} here={name} />
      <header className={`instructor-head ${isWide ? '' : 'instructor-face'}`}>
        <div>
          <Picture
            src={portrait}
            alt={name}
            focus={profile.portrait ? profile.focus : undefined}
            sizes="(min-width: 90rem) 41.5rem, (min-width: 40rem) 56vw, 100vw"
            priority
            className="class-picture"
          />
          <ImageCredit credit={page.credit} />
        </div>
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{name}</h1>
          <p className="mt-4 text-lg text-soft">
            <EmailAddress email={email} />
          </p>
          <InstructorProfile {...profile} />
        </div>
      </header>
      <Works works={page.works} />
      <section className="instructor-classes" aria-labelledby="list-title">
        <h2 id="list-title" className="wrap-anywhere mb-8 font-display text-3xl">
          Classes by <bdi>{name}</bdi>
        </h2>
        {page.classes.length ? (
          <ClassGrid classes={page.classes} withInstructor={false} />
        ) : (
          <Empty sentence="This instructor has no open classes.">
            <ButtonLink look="outline" to="/classes">
              All classes
            </ButtonLink>
          </Empty>
        )}
      </section>
    </div>
  )
}

/** Returns true for an image that a frame of 3:2 shows whole. A photo of a face is square or upright, and so is its frame. */
function isLandscape(src: string | null): boolean {
  const size = src ? parseImageUrl(src) : null
  return size !== null && size.width >= MIN_LANDSCAPE * size.height
}

/** Width by height. */
const MIN_LANDSCAPE = 1.3

const WORK_SIZES = '(min-width: 90rem) 27rem, (min-width: 40rem) 33vw, 82vw'

/** Pictures from the classes. Renders nothing for fewer than two, which make no row. */
function Works({ works }: Pick<InstructorPageResponse, 'works'>) {
  if (works.length < 2) return null
  return (
    <section aria-labelledby="works-title">
      <h2 id="works-title" className="mb-8 font-display text-3xl">
        Pictures from the classes
      </h2>
      <div className="instructor-works">
        {works.map(({ image, focus, alt, credit, className, ...shown }) => (
          <div key={image}>
            <Picture src={image} alt={alt} focus={focus} sizes={WORK_SIZES} className="class-picture" />
            <p className="mt-3 text-sm">
              From{' '}
              <Link to={toClassPath(shown)} className="link">
                {className}
              </Link>
            </p>
            <ImageCredit credit={credit} />
          </div>
        ))}
      </div>
    </section>
  )
}

function InstructorProfile({ html, links }: ShownProfile) {
  if (!html && !links.length) return null
  return (
    <div className="mt-8 grid gap-8">
      {html && <RichText html={html} />}
      {links.length > 0 && (
        <ul aria-label="Links" className="flex flex-wrap gap-x-8 gap-y-3">
          {[...links.entries()].map(([index, { words, address }]) => (
            <li key={index} className="wrap-anywhere">
              <a href={address} rel="nofollow noopener" className="link">
                {words}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
