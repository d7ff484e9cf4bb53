/** GET /class/{id} for the classes of a comparison. */
import type { Call } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { LEVEL_LABELS } from '#contract/levels.ts'
import { findNextDate } from '#contract/next-date.ts'
import { COMPARE_KEY, MAX_COMPARED } from '#contract/search-keys.ts'
import { formatCount } from '#contract/values/count.ts'
import { api } from '#web/api.ts'
import { type CardClass, toCardClasses } from '#web/features/classes/card/card-class.ts'

/** A class in a comparison. `sessions` and `place` are those of the next date; null without one. */
export interface ComparedClass extends CardClass {
  level: string
  sessions: string | null
  place: string | null
}

/** Reads the classes that the URL names, in its order, without those that are not offered. */
export async function loadCompared(call: Call, url: string): Promise<{ classes: ComparedClass[] }> {
  const named = new Set(new URL(url).searchParams.getAll(COMPARE_KEY).filter(Boolean))
  const read = (id: string) => call(api.getClass, { params: { id } }).catch(ignoreNotFound)
  const classes = await Promise.all([...named].slice(0, MAX_COMPARED).map(read))
  return {
    classes: classes.flatMap((schoolClass) => (schoolClass?.status === 'approve' ? [toCompared(schoolClass)] : [])),
  }
}

/** Not by its class: on the server, the build has its own copy of CallError. */
function ignoreNotFound(error: unknown): null {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 404) return null
  throw error
}

function toCompared(schoolClass: SchoolClass): ComparedClass {
  const run = findNextDate(schoolClass.runs)?.run
  return {
    ...(toCardClasses([schoolClass])[0] as CardClass),
    level: LEVEL_LABELS[schoolClass.level],
    sessions: run ? formatCount(run.sessions.length, 'session') : null,
    place: run?.online ? 'Online' : (run?.place?.name ?? null),
  }
}
