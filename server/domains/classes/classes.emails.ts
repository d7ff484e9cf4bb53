/** E-mails to instructors about their classes. */
import { NO_FEEDBACK } from '#contract/classes.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { SystemContext } from '#server/ports/context.ts'

export interface ClassEmailInput {
  instructor: { email: string; salutation: string }
  className: string
  feedback: string
}

type Ctx = Pick<SystemContext, 'publicUrl'>

export function composeApprovedEmail(ctx: Ctx, input: ClassEmailInput): EmailMessage {
  return composeEmail(ctx, input, 'Approved', 'We have approved your class. It is now open for enrolment.')
}

/** Quotes the feedback only where an admin has given any. */
export function composeDeniedEmail(ctx: Ctx, input: ClassEmailInput): EmailMessage {
  const feedback = input.feedback === NO_FEEDBACK ? [] : ['Our feedback:', input.feedback]
  const text = 'We could not approve your class as it is. Edit it and we will review it again.'
  return composeEmail(ctx, input, 'Not approved', text, ...feedback)
}

export function composeFeedbackEmail(ctx: Ctx, input: ClassEmailInput): EmailMessage {
  return composeEmail(ctx, input, 'Feedback', 'We have given feedback on your class:', input.feedback)
}

function composeEmail(
  { publicUrl }: Ctx,
  { instructor, className }: ClassEmailInput,
  title: string,
  ...paragraphs: string[]
): EmailMessage {
  return {
    to: instructor.email,
    subject: `${title}: ${toSingleLine(className)}`,
    paragraphs: [
      instructor.salutation,
      ...paragraphs,
      `Class: ${className}`,
      { label: 'Your classes', url: `${publicUrl}/dashboard/my-class` },
    ],
  }
}
