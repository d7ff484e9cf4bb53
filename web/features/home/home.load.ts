/** Everything that the home page shows, by four calls at once. */
import { api } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { retrying } from '#web/retry.ts'

/** For a page that is served whole. */
export async function loadHome(call: Call) {
  const { slides, popular, instructors, reviews } = homeArriving(call)
  return { slides: await slides, popular: await popular, instructors: await instructors, reviews: await reviews }
}

/** For a move inside the site: the page is shown at once, and its parts as they arrive. */
export function homeArriving(call: Call) {
  return {
    slides: arriving(() => call(api.listSlides)),
    popular: arriving(() => call(api.listPopularClasses)),
    instructors: arriving(() => call(api.listTopInstructors)),
    reviews: arriving(() => call(api.listReviews)),
  }
}

/** Whoever leaves the page before it fails has no use for the failure. */
function arriving<T>(read: () => Promise<T>): Promise<T> {
  const value = retrying(read)
  value.catch(() => undefined)
  return value
}
