import { call } from '#web/api.ts'
import { Hero } from '#web/features/home/hero.tsx'
import { HeroLoading } from '#web/features/home/hero-loading.tsx'
import { homeArriving, loadHome } from '#web/features/home/home.load.ts'
import { Testimonials } from '#web/features/home/testimonials.tsx'
import { TopClasses } from '#web/features/home/top-classes.tsx'
import { TopInstructors } from '#web/features/home/top-instructors.tsx'
import { pageContext } from '#web/page-context.ts'
import { useSchool } from '#web/school/school.ts'
import { Titled } from '#web/school/titled.tsx'
import { Arriving } from '#web/ui/arriving.tsx'
import type { Route } from './+types/home.ts'

export function loader({ context }: Route.LoaderArgs) {
  return loadHome(context.get(pageContext).call)
}

export function clientLoader() {
  return homeArriving(call)
}

export default function Home({ loaderData: { slides, popular, instructors, reviews } }: Route.ComponentProps) {
  const { name } = useSchool()
  return (
    <>
      <Titled page="Home" />
      <h1 className="sr-only">{name}</h1>
      <Arriving of={slides} meanwhile={<HeroLoading />}>
        {(arrived) => <Hero slides={arrived} />}
      </Arriving>
      <TopClasses classes={popular} />
      <TopInstructors instructors={instructors} />
      <Arriving of={reviews} meanwhile={null}>
        {(arrived) => arrived.length > 0 && <Testimonials reviews={arrived} />}
      </Arriving>
    </>
  )
}
