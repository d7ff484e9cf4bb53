/** E-mails to instructors about their classes. */
import { NO_FEEDBACK } from '#contract/classes.ts'
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
import type { SystemContext } from '#server/ports/context.ts'

export interface ClassEmailInput {
  instructor: { email: string; greeting: Greeting }
  className: string
  feedback: string
}

type Ctx = Pick<SystemContext, 'publicUrl'>

const INSTRUCTOR = 'The instructor of the class'
const CLASS = {
  ...GREETING,
  class_name: text('the class', 'Fog in the City'),
  classes_link: link("the instructor's list of classes", '/dashboard/my-class'),
}
const FEEDBACK_EXAMPLE = 'Please say what to bring.'

const APPROVED = defineEmail({
  key: 'class-approved',
  name: 'Approved class',
  recipient: INSTRUCTOR,
  occasion: 'When an admin approves a class',
  subject: 'Approved: {{class_name}}',
  text: `{{greeting}}

We have approved your class. It is now open for enrolment.

Class: {{class_name}}

[Your classes]({{classes_link}})`,
  variables: CLASS,
})

const DENIED = defineEmail({
  key: 'class-denied',
  name: 'Denied class',
  recipient: INSTRUCTOR,
  occasion: 'When an admin denies a class',
  subject: 'Not approved: {{class_name}}',
  text: `{{greeting}}

We could not approve your class as it is. Edit it and we will review it again.

{{feedback}}

Class: {{class_name}}

[Your classes]({{classes_link}})`,
  variables: {
    ...CLASS,
    feedback: block('“Our feedback:” and the feedback, where there is any', `Our feedback:\n\n${FEEDBACK_EXAMPLE}`),
  },
})

const FEEDBACK = defineEmail({
  key: 'class-feedback',
  name: 'Feedback on a class',
  recipient: INSTRUCTOR,
  occasion: 'When an admin gives feedback on a class',
  subject: 'Feedback: {{class_name}}',
  text: `{{greeting}}

We have given feedback on your class:

{{feedback}}

Class: {{class_name}}

[Your classes]({{classes_link}})`,
  variables: { ...CLASS, feedback: block('the feedback', FEEDBACK_EXAMPLE, 'text') },
})

export const CLASS_EMAILS = [APPROVED, DENIED, FEEDBACK]

export function composeApprovedEmail(ctx: Ctx, input: ClassEmailInput): TemplatedEmail {
  return compose(APPROVED, input.instructor.email, listValues(ctx, input))
}

/** Quotes the feedback only where an admin has given any. */
export function composeDeniedEmail(ctx: Ctx, input: ClassEmailInput): TemplatedEmail {
  const feedback = input.feedback === NO_FEEDBACK ? [] : ['Our feedback:', input.feedback]
  return compose(DENIED, input.instructor.email, { ...listValues(ctx, input), feedback })
}

export function composeFeedbackEmail(ctx: Ctx, input: ClassEmailInput): TemplatedEmail {
  return compose(FEEDBACK, input.instructor.email, { ...listValues(ctx, input), feedback: [input.feedback] })
}

function listValues({ publicUrl }: Ctx, { instructor, className }: ClassEmailInput) {
  return { ...instructor.greeting, class_name: className, classes_link: `${publicUrl}/dashboard/my-class` }
}
