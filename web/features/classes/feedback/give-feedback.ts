/** PATCH /feedback/{id}: replaces the feedback that was read, unless another admin changed it since. */
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { isConflict } from '#web/forms/use-versioned-form.ts'

/** `conflict` is the class with another admin's new feedback, which was not replaced. */
export type FeedbackResult = { status: 'sent' | 'unchanged' } | { status: 'conflict'; now: SchoolClass }

/** Sends feedback on the version of a class in `base`. Retries if only other fields have changed, for example by a sale. */
export async function giveFeedback(base: SchoolClass, feedback: string): Promise<FeedbackResult> {
  const { _id: id, version } = base
  try {
    const { modifiedCount } = await call(api.giveFeedback, { params: { id }, body: { feedback } }, { ifMatch: version })
    return { status: modifiedCount > 0 ? 'sent' : 'unchanged' }
  } catch (error) {
    if (!isConflict(error)) throw error
    const now = await call(api.getClass, { params: { id } })
    if (now.feedback === feedback) return { status: 'unchanged' }
    if (now.feedback !== base.feedback) return { status: 'conflict', now }
    if (now.version === version) throw error
    return giveFeedback(now, feedback)
  }
}
