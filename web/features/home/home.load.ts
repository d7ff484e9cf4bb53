/** Everything that the home page shows, by four calls at once. */
import { api } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'

export async function loadHome(call: Call) {
  const [slides, popular, instructors, reviews] = await Promise.all([
    call(api.listSlides),
    call(api.listPopularClasses),
    call(api.listTopInstructors),
    call(api.listReviews),
  ])
  return { slides, popular, instructors, reviews }
}
