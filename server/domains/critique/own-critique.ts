/** Critique in the download of own data. */
import type { OwnSubmission, Remark } from '#contract/critique.ts'
import type { PrivateLinks } from '#server/domains/images/private-links.ts'
import type { Context } from '#server/ports/context.ts'
import * as Remarks from './remarks.ts'
import * as Submissions from './submissions.ts'

/** Returns the submissions of the actor with the remarks on them, and the remarks and answers that they have written. */
export async function read(ctx: Context, links: PrivateLinks) {
  const submissions: OwnSubmission[] = []
  for (const id of await Submissions.listOwnIds(ctx)) {
    const submission = await Submissions.get(ctx, links, id)
    const remarks: Remark[] = []
    // One after the other: a submission may have more versions than the database takes queries at once.
    for (const { _id } of submission.pictures.flatMap(({ versions }) => versions))
      remarks.push(...(await Remarks.list(ctx, _id)))
    submissions.push({ ...submission, remarks })
  }
  const written_remarks = await Remarks.listWritten(ctx)
  return { submissions, written_remarks, written_answers: await Remarks.listWrittenAnswers(ctx) }
}
