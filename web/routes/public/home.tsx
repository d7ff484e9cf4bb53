import { call } from '#web/api.ts'
import { AdminHint } from '#web/features/home/admin-hint.tsx'
import { HeroLoading } from '#web/features/home/hero-loading.tsx'
import { loadHome, startLoadingHome } from '#web/features/home/home.load.ts'
import { Testimonials } from '#web/features/home/testimonials.tsx'
import { TopClasses } from '#web/features/home/top-classes.tsx'
import { TopInstructors } from '#web/features/home/top-instructors.tsx'
import { pageContext } from '#web/page-context.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { describeImage, describeSchool, stringifyJsonLd } from '#web/school/json-ld.ts'
import { PageHead } from '#web/school/page-head.tsx'
import { useSchool } from '#web/school/school.ts'
import { StructuredData } from '#web/school/structured-data.tsx'
import { Deferred } from '#web/ui/deferred/deferred.tsx'
import { lazyPart } from '#web/ui/deferred/lazy-part.tsx'
import type { Route } from './+types/home.ts'

export const handle = {
  screenshots: [{ name: 'home' }, { name: 'menu', drawer: 'Menu' }],
} satisfies PageHandle

// The slider library is half of the page's own code, and the first slide is complete without it.
const HeroCalm = lazyPart(() => import('#web/features/home/hero-calm.tsx').then(({ HeroCalm }) => HeroCalm))
const Hero = lazyPart(() => import('#web/features/home/hero.tsx').then(({ Hero }) => Hero))

export async function loader({ context }: Route.LoaderArgs) {
  const { call: callInProcess, school } = context.get(pageContext)
  const { name, publicUrl } = school
  const site = { '@type': 'WebSite', name, url: `${publicUrl}/` } as const
  const home = await loadHome(callInProcess)
  const images = home.slides.flatMap(({ img, credit }) => (credit ? [describeImage(school, img, { credit })] : []))
  return { ...home, jsonLd: stringifyJsonLd(describeSchool(school), site, ...images) }
}

export function clientLoader() {
  return { ...startLoadingHome(call), jsonLd: undefined }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { slides, popular, instructors, reviews, jsonLd } = loaderData
  const { name } = useSchool()
  return (
    <>
      <PageHead page="Home" />
      <StructuredData json={jsonLd} />
      <h1 className="sr-only">{name}</h1>
      <Deferred value={slides} fallback={<HeroLoading />}>
        {(arrived) =>
          arrived.length > 0 ? (
            <Hero slides={arrived} />
          ) : (
            <Deferred value={popular} fallback={<HeroLoading />}>
              {({ length }) => <HeroCalm hasClasses={length > 0} />}
            </Deferred>
          )
        }
      </Deferred>
      <TopClasses classes={popular} />
      <TopInstructors instructors={instructors} />
      <Deferred value={reviews} fallback={null}>
        {(arrived) =>
          arrived.length > 0 ? <Testimonials reviews={arrived} /> : <AdminHint what="reviews" to="/dashboard/reviews" />
        }
      </Deferred>
    </>
  )
}
