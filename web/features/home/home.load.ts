/** Loads the home page's data by four parallel calls. */
import { api } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { toCardClasses } from '#web/features/classes/card/card-class.ts'
import { withRetries } from '#web/retry.ts'

/** Resolves with all data, for a page that the server renders. */
export async function loadHome(call: Call) {
  const { slides, popular, instructors, reviews } = startLoadingHome(call)
  return { slides: await slides, popular: await popular, instructors: await instructors, reviews: await reviews }
}

/** Returns a promise for each section, so that navigation inside the site shows the page at once. */
export function startLoadingHome(call: Call) {
  return {
    slides: startReading(() => call(api.listSlides)),
    popular: startReading(async () => toCardClasses(await call(api.listPopularClasses))),
    instructors: startReading(() => call(api.listTopInstructors)),
    reviews: startReading(() => call(api.listReviews)),
  }
}

/** Starts a read whose failure is no unhandled rejection where the visitor has left the page. */
function startReading<T>(read: () => Promise<T>): Promise<T> {
  const result = withRetries(read)
  result.catch(() => undefined)
  return result
}
