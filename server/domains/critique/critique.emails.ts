/** E-mails about briefs and critique. Each person gets at most one an hour: several pieces of news are one e-mail. */
import { formatClockTime } from '#contract/values/session-times.ts'
import * as Users from '#server/domains/users/users.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  requiredLink,
  type TemplatedEmail,
  text,
} from '#server/platform/mail/email-template.ts'
import { toClockTime } from '#server/platform/zoned-time.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { NoticeKind } from './notices.table.ts'

const BRIEF = {
  ...GREETING,
  title: text('the title of the brief', 'Depth'),
  class_name: text('the class', 'Fog in the City'),
}
const DUE = text('when the pictures are due', 'Mon, May 4, 2026, 18:00 (Europe/Oslo)')
const BRIEFS = requiredLink('the page of the briefs', '/dashboard/briefs')
const PICTURES = requiredLink('the page of the pictures', '/dashboard/submission')

const ADDED = defineEmail({
  key: 'brief-added',
  name: 'New brief',
  recipient: 'The students of the class',
  occasion: 'When an instructor adds a brief',
  subject: 'New brief: {{title}}',
  text: `{{greeting}}

There is a new brief in {{class_name}}: {{title}}. Your pictures are due on {{due}}.

[Read the brief]({{briefs_link}})`,
  variables: { ...BRIEF, due: DUE, briefs_link: BRIEFS },
})

const DUE_SOON = defineEmail({
  key: 'brief-due',
  name: 'Brief due tomorrow',
  recipient: 'Students of the class who have not handed in a picture',
  occasion: 'A day before pictures are due',
  subject: 'Due tomorrow: {{title}}',
  text: `{{greeting}}

Your pictures for {{title}} in {{class_name}} are due on {{due}}. We take late ones too.

[Hand in pictures]({{briefs_link}})`,
  variables: { ...BRIEF, due: DUE, briefs_link: BRIEFS },
})

const RELEASED = defineEmail({
  key: 'critique-released',
  name: 'Critique released',
  recipient: 'The student of the pictures',
  occasion: 'When remarks on pictures are released',
  subject: 'New critique: {{title}}',
  text: `{{greeting}}

There is new critique of your pictures for {{title}} in {{class_name}}.

[Read the critique]({{pictures_link}})`,
  variables: { ...BRIEF, pictures_link: PICTURES },
})

const ANSWERED = defineEmail({
  key: 'remark-answered',
  name: 'Remark answered',
  recipient: 'The author of the remark',
  occasion: 'When a student answers a remark',
  subject: '{{student_name}} has answered you: {{title}}',
  text: `{{greeting}}

{{student_name}} has answered a remark of yours on pictures for {{title}} in {{class_name}}.

[Read the answer]({{pictures_link}})`,
  variables: { ...BRIEF, student_name: text('the student', 'Maren Dahl'), pictures_link: PICTURES },
})

const DIGEST = defineEmail({
  key: 'critique-digest',
  name: 'News about briefs and critique',
  recipient: 'Students and instructors',
  occasion: 'When there are several pieces of news within an hour',
  subject: 'News about your briefs and critique',
  text: `{{greeting}}

{{news}}

[Open the dashboard]({{dashboard_link}})`,
  variables: {
    ...GREETING,
    news: block('the news, a line each', 'New brief: Depth.\n\nNew critique: Night.', 'text'),
    dashboard_link: requiredLink('the dashboard', '/dashboard'),
  },
})

export const CRITIQUE_EMAILS = [ADDED, DUE_SOON, RELEASED, ANSWERED, DIGEST]

/** A piece of news for a person. */
export interface News {
  kind: NoticeKind
  title: string
  className: string
  dueAt: number
  timeZone: string | null
  /** Null for news about a brief. */
  submissionId: string | null
  studentName: string | null
}

type Recipient = Parameters<typeof Users.toRecipient>[0]

/** Composes one e-mail of all news for a person. @param news at least one */
export function composeNews(
  { publicUrl, school }: Pick<SystemContext, 'publicUrl' | 'school'>,
  recipient: Recipient,
  news: readonly News[],
): TemplatedEmail {
  const { email, greeting } = Users.toRecipient(recipient)
  const [first] = news
  if (first && news.length === 1)
    return composeOne(publicUrl, { email, greeting, news: first, due: formatDue(first, school) })
  const lines = news.map((each) => toLine(each, formatDue(each, school)))
  return compose(DIGEST, email, { ...greeting, news: lines, dashboard_link: `${publicUrl}/dashboard` })
}

function formatDue({ dueAt, timeZone }: News, school: SystemContext['school']): string {
  const zone = timeZone ?? school.current.time_zone
  return formatClockTime(toClockTime(dueAt, zone), zone, { now: 'always' })
}

interface OneOptions {
  email: string
  greeting: ReturnType<typeof Users.toRecipient>['greeting']
  news: News
  due: string
}

function composeOne(publicUrl: string, { email, greeting, news, due }: OneOptions): TemplatedEmail {
  const { kind, title, className: class_name, submissionId } = news
  const brief = { ...greeting, title, class_name }
  const briefs_link = `${publicUrl}/dashboard/briefs`
  const pictures_link = `${publicUrl}/dashboard/submission/${submissionId}`
  switch (kind) {
    case 'brief':
      return compose(ADDED, email, { ...brief, due, briefs_link })
    case 'due':
      return compose(DUE_SOON, email, { ...brief, due, briefs_link })
    case 'released':
      return compose(RELEASED, email, { ...brief, pictures_link })
    case 'answer':
      return compose(ANSWERED, email, { ...brief, student_name: news.studentName ?? 'A student', pictures_link })
  }
}

function toLine({ kind, title, className, studentName }: News, due: string): string {
  switch (kind) {
    case 'brief':
      return `New brief: ${title} (${className}), due on ${due}.`
    case 'due':
      return `Due tomorrow: ${title} (${className}), on ${due}.`
    case 'released':
      return `New critique of your pictures for ${title} (${className}).`
    case 'answer':
      return `${studentName ?? 'A student'} has answered a remark of yours on pictures for ${title} (${className}).`
  }
}
