/** E-mails from an instructor to the students of a class. */
import type { StudentsMessage } from '#contract/enrolments.ts'
import type { Greeting } from '#server/platform/mail/email-message.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import type { Context } from '#server/ports/context.ts'

export const INSTRUCTOR_MESSAGE = defineEmail({
  key: 'instructor-message',
  name: 'Message of an instructor',
  recipient: 'The students of a class; replies go to the instructor',
  occasion: 'When an instructor or admin e-mails the students of a class',
  subject: '{{class_name}}: {{subject}}',
  text: `{{greeting}}

{{message}}

{{instructor_name}}, instructor of {{class_name}}

[Go to your class]({{class_link}})`,
  variables: {
    ...GREETING,
    class_name: text('the class', 'Fog in the City'),
    subject: text('the subject of the instructor', 'What to bring', 'subject'),
    message: block('the text of the instructor', 'Bring boots and a spare battery.\n\nSee you on Monday!', 'text'),
    instructor_name: text('the instructor', 'Grace Hopper'),
    class_link: link('the page of the class', '/dashboard/enroll-class'),
  },
})

interface ClassMessage extends StudentsMessage {
  classId: string
  className: string
}

/** Replies go to the instructor. */
export function composeStudentEmail(
  { actor, publicUrl }: Pick<Context, 'actor' | 'publicUrl'>,
  student: { email: string; greeting: Greeting },
  { classId, className, subject, text: message }: ClassMessage,
): TemplatedEmail {
  const values = {
    ...student.greeting,
    subject,
    class_name: className,
    message: message.split(/\n{2,}/),
    instructor_name: actor.name,
    class_link: `${publicUrl}/dashboard/class/${classId}`,
  }
  return compose(INSTRUCTOR_MESSAGE, student.email, values, { 'Reply-To': actor.email })
}
