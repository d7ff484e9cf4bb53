/** E-mails from an instructor to the students of a class. */
import type { StudentsMessage } from '#contract/enrolments.ts'
import { type EmailMessage, toSingleLine } from '#server/platform/mail/email-message.ts'
import type { Context } from '#server/ports/context.ts'

interface ClassMessage extends StudentsMessage {
  classId: string
  className: string
}

/** Replies go to the instructor. */
export function composeStudentEmail(
  { actor, publicUrl }: Pick<Context, 'actor' | 'publicUrl'>,
  student: { email: string; salutation: string },
  { classId, className, subject, text }: ClassMessage,
): EmailMessage {
  return {
    to: student.email,
    subject: `${toSingleLine(className)}: ${subject}`,
    paragraphs: [
      student.salutation,
      ...text.split(/\n{2,}/),
      `${actor.name}, instructor of ${className}`,
      { label: 'Go to your class', url: `${publicUrl}/dashboard/class/${classId}` },
    ],
    headers: { 'Reply-To': actor.email },
  }
}
