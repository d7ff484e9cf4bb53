import { windowLight } from '#web/pictures/window-light.built.ts'
import { useSchool } from '#web/school/school.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { COVER, Picture } from '#web/ui/picture.tsx'
import { AdminHint } from './admin-hint.tsx'

/** The head of a home page without slides. */
export function HeroCalm({ hasClasses }: { hasClasses: boolean }) {
  const { name, homeLine } = useSchool()
  return (
    <>
      <AdminHint what="slides" to="/dashboard/slides" />
      <section className="hero" aria-label="Welcome">
        <Picture src={windowLight} alt="" sizes={COVER} priority className="hero-picture" />
        <div className="hero-text">
          <p className="wrap-anywhere font-display text-5xl text-balance sm:text-7xl">{name}</p>
          {homeLine && <p className="wrap-anywhere mt-5 text-lg sm:text-xl">{homeLine}</p>}
          {hasClasses && (
            <ButtonLink look="outline" className="btn-lg mt-8" to="/classes">
              See our classes
            </ButtonLink>
          )}
        </div>
      </section>
    </>
  )
}
