/** E-mails about briefs and critique. Each person gets at most one an hour: several pieces of news are one e-mail. */
import { formatClockTime } from '#contract/values/session-times.ts'
import * as Users from '#server/domains/users/users.ts'
import {
  block,
  compose,
  defineEmail,
  GREETING,
  link,
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
const PROFILE = link('the page of the profile, where these e-mails are switched off', '/dashboard/profile')
const FOOT = '[Switch these e-mails off in your profile]({{profile_link}})'
const DUE = text('when the pictures are due', 'Mon, May 4, 2026, 18:00 (Europe/Oslo)')
const STUDENT = text('the student', 'Maren Dahl')
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

[Read the brief]({{briefs_link}})

${FOOT}`,
  variables: { ...BRIEF, due: DUE, briefs_link: BRIEFS, profile_link: PROFILE },
})

const DUE_SOON = defineEmail({
  key: 'brief-due',
  name: 'Brief due tomorrow',
  recipient: 'Students of the class who have not handed in a picture',
  occasion: 'A day before pictures are due',
  subject: 'Due tomorrow: {{title}}',
  text: `{{greeting}}

Your pictures for {{title}} in {{class_name}} are due on {{due}}. We take late ones too.

[Hand in pictures]({{briefs_link}})

${FOOT}`,
  variables: { ...BRIEF, due: DUE, briefs_link: BRIEFS, profile_link: PROFILE },
})

const RELEASED = defineEmail({
  key: 'critique-released',
  name: 'Critique released',
  recipient: 'The student of the pictures',
  occasion: 'When remarks on pictures are released',
  subject: 'New critique: {{title}}',
  text: `{{greeting}}

There is new critique of your pictures for {{title}} in {{class_name}}.

[Read the critique]({{pictures_link}})

${FOOT}`,
  variables: { ...BRIEF, pictures_link: PICTURES, profile_link: PROFILE },
})

const ANSWERED = defineEmail({
  key: 'remark-answered',
  name: 'Remark answered',
  recipient: 'The author of the remark',
  occasion: 'When a student answers a remark',
  subject: '{{student_name}} has answered you: {{title}}',
  text: `{{greeting}}

{{student_name}} has answered a remark of yours on pictures for {{title}} in {{class_name}}.

[Read the answer]({{pictures_link}})

${FOOT}`,
  variables: { ...BRIEF, student_name: STUDENT, pictures_link: PICTURES, profile_link: PROFILE },
})

const HANDED_IN = defineEmail({
  key: 'pictures-handed-in',
  name: 'Pictures handed in',
  recipient: 'The instructor of the class',
  occasion: 'When a student hands in pictures that have no critique yet',
  subject: '{{student_name}} has handed in pictures: {{title}}',
  text: `{{greeting}}

{{student_name}} has handed in pictures for {{title}} in {{class_name}}.

[Look at the pictures]({{pictures_link}})

${FOOT}`,
  variables: { ...BRIEF, student_name: STUDENT, pictures_link: PICTURES, profile_link: PROFILE },
})

const DIGEST = defineEmail({
  key: 'critique-digest',
  name: 'News about briefs and critique',
  recipient: 'Students and instructors',
  occasion: 'When there are several pieces of news within an hour',
  subject: 'News about your briefs and critique',
  text: `{{greeting}}

{{news}}

[Open the dashboard]({{dashboard_link}})

${FOOT}`,
  variables: {
    ...GREETING,
    news: block('the news, a line each', 'New brief: Depth.\n\nNew critique: Night.', 'text'),
    dashboard_link: requiredLink('the page with the news', '/dashboard'),
    profile_link: PROFILE,
  },
})

export const CRITIQUE_EMAILS = [ADDED, DUE_SOON, HANDED_IN, RELEASED, ANSWERED, DIGEST]

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
  return compose(DIGEST, email, {
    ...{ ...greeting, news: lines, dashboard_link: publicUrl + findPage(news) },
    profile_link: toProfile(publicUrl),
  })
}

const toProfile = (publicUrl: string) => `${publicUrl}/dashboard/profile`

/** The page of each kind of news. */
const PAGES: Partial<Record<NoticeKind, string>> = {
  brief: '/dashboard/briefs',
  due: '/dashboard/briefs',
  released: '/dashboard/briefs',
  handed_in: '/dashboard/critique',
}

/** Returns the page that has all the news, or the dashboard. */
function findPage(news: readonly News[]): string {
  const [page, ...others] = new Set(news.map(({ kind }) => PAGES[kind]))
  return page !== undefined && others.length === 0 ? page : '/dashboard'
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
  const brief = { ...greeting, title, class_name, profile_link: toProfile(publicUrl) }
  const student_name = news.studentName ?? 'A student'
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
      return compose(ANSWERED, email, { ...brief, student_name, pictures_link })
    case 'handed_in':
      return compose(HANDED_IN, email, { ...brief, student_name, pictures_link })
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
    case 'handed_in':
      return `${studentName ?? 'A student'} has handed in pictures for ${title} (${className}).`
  }
}
