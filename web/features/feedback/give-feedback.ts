/** PATCH /feedback/{id}: puts feedback in the place of the one that was read, and of no other. */
import { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'

/** What became of it: sent, said already in the same words, or held back, since somebody has written other words meanwhile. */
export type Given = { sent: boolean } | { now: SchoolClass }

/** Gives feedback on a class as it was `read`. Where only other things of the class have changed, a sale say, it goes by itself. */
export async function giveFeedback(read: SchoolClass, feedback: string): Promise<Given> {
  const { _id: id, version } = read
  try {
    const { modifiedCount } = await call(api.giveFeedback, { params: { id }, body: { feedback } }, { ifMatch: version })
    return { sent: modifiedCount > 0 }
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'CHANGED_MEANWHILE') throw error
    const now = await call(api.getClass, { params: { id } })
    if (now.feedback === feedback) return { sent: false }
    if (now.feedback !== read.feedback) return { now }
    if (now.version === version) throw error
    return giveFeedback(now, feedback)
  }
}
