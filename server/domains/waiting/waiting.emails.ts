/** E-mails to who waits for a seat. No link of them acts when it is opened: the page that it leads to has the buttons. */
import { formatMoney } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import type { classes } from '#server/domains/classes/classes.table.ts'
import { readStart } from '#server/domains/classes/runs/clock-times.ts'
import type { RunRow } from '#server/domains/classes/runs/runs.table.ts'
import type { users } from '#server/domains/users/users.table.ts'
import * as Users from '#server/domains/users/users.ts'
import {
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
import type { EntryRow } from './waiting.table.ts'

const STUDENT = 'The student who waits'
const CLASS = {
  ...GREETING,
  class_name: text('the class', 'Fog in the City'),
  date: text('the start of the date', 'Mon, May 4, 2026, 09:30 (Europe/Oslo)'),
}
const PAGE = requiredLink('the page with the buttons', '/dashboard/student-home')
/** In the number of the entry. */
const SEATS = {
  seats_are_free: text('that they are free', 'A seat is free'),
  the_seats: text('the seats', 'the seat'),
}
const UNTIL = text('until when the offer lasts', 'Fri, May 1, 2026, 09:30 (Europe/Oslo)')

const OFFERED = defineEmail({
  key: 'seat-offered',
  name: 'Seat offered to who waits',
  recipient: STUDENT,
  occasion: 'When a seat of a sold-out date is free for them',
  subject: '{{seats_are_free}} for you: {{class_name}}',
  text: `{{greeting}}

{{seats_are_free}} in {{class_name}} ({{date}}). We hold {{the_seats}} for you until {{until}}.

[Take {{the_seats}}]({{waiting_link}})

The price is {{price}}. If you no longer want {{the_seats}}, decline on the same page, so that others can have what is free.`,
  variables: {
    ...CLASS,
    ...SEATS,
    until: { ...UNTIL, required: 'text' },
    price: text('the price', '$240.00'),
    waiting_link: PAGE,
  },
})

const FREE = defineEmail({
  key: 'seat-free-for-all',
  name: 'Free seat on the last day',
  recipient: 'Every student who waits',
  occasion: 'When a seat becomes free in the last 24 hours of booking',
  subject: '{{seats_are_free}}, first come, first served: {{class_name}}',
  text: `{{greeting}}

{{seats_are_free}} in {{class_name}} ({{date}}). Booking ends soon, so we have told all who wait. The first to pay gets {{the_seats}}.

[Take {{the_seats}}]({{waiting_link}})`,
  variables: { ...CLASS, ...SEATS, waiting_link: PAGE },
})

const EXPIRED = defineEmail({
  key: 'seat-offer-expired',
  name: 'Offer of a seat expired',
  recipient: STUDENT,
  occasion: 'When an offer has ended before it was taken',
  subject: 'Your offer has ended: {{class_name}}',
  text: `{{greeting}}

You did not take {{the_seats}} of {{class_name}} ({{date}}) that we held for you in time, so others can have what is free.

You are no longer on the waiting list. [You can join it again]({{class_link}}) while the date is sold out.`,
  variables: { ...CLASS, the_seats: SEATS.the_seats, class_link: link('the page of the class', '/classes') },
})

const CLOSED = defineEmail({
  key: 'waiting-list-closed',
  name: 'Waiting list closed',
  recipient: 'Every student who waits',
  occasion: 'When a date is over or canceled',
  subject: 'Waiting list closed: {{class_name}}',
  text: `{{greeting}}

No seat of {{class_name}} ({{date}}) is to be had any longer, so we have closed its waiting list. We are sorry.

[See our other classes]({{classes_link}})`,
  variables: { ...CLASS, classes_link: link('the page of all classes', '/classes') },
})

export const WAITING_EMAILS = [OFFERED, FREE, EXPIRED, CLOSED]

interface Noted {
  entry: EntryRow
  user: typeof users.$inferSelect
  class: Pick<typeof classes.$inferSelect, 'id' | 'name'>
  run: RunRow
}

/** Composes what an entry's notice is about; nothing where the entry has changed since. */
export function composeNotice(
  { publicUrl, currency, school }: Pick<SystemContext, 'publicUrl' | 'currency' | 'school'>,
  { entry, user, class: { id, name }, run }: Noted,
): TemplatedEmail[] {
  const { email, greeting } = Users.toRecipient(user)
  const described = { ...greeting, class_name: name, date: describeStart(run), ...describeSeats(entry) }
  const waiting_link = `${publicUrl}/dashboard/student-home`
  switch (entry.notice) {
    case 'offered': {
      if (entry.state !== 'offered' || entry.offeredUntil === null || entry.listPriceMinor === null) return []
      const zone = run.timeZone ?? school.current.time_zone
      const until = formatClockTime(toClockTime(entry.offeredUntil, zone), zone, { now: 'always' })
      const price = describePrice(entry.listPriceMinor, entry.seats, currency)
      return [compose(OFFERED, email, { ...described, until, price, waiting_link })]
    }
    case 'free':
      return entry.state === 'waiting' ? [compose(FREE, email, { ...described, waiting_link })] : []
    case 'expired':
      return [compose(EXPIRED, email, { ...described, class_link: `${publicUrl}/classes/${id}` })]
    case 'closed':
      return [compose(CLOSED, email, { ...described, classes_link: `${publicUrl}/classes` })]
    case null:
      return []
  }
}

function describeSeats({ seats }: EntryRow) {
  return seats === 1
    ? { seats_are_free: 'A seat is free', the_seats: 'the seat' }
    : { seats_are_free: `${seats} seats are free`, the_seats: `the ${seats} seats` }
}

function describePrice(listPriceMinor: number, seats: number, currency: string): string {
  const each = formatMoney(listPriceMinor, currency)
  return seats === 1 ? each : `${formatMoney(seats * listPriceMinor, currency)}, ${each} for each seat`
}

function describeStart(run: RunRow): string {
  const { starts, time_zone } = readStart(run)
  return starts === null ? 'without a fixed date' : formatClockTime(starts, time_zone, { now: 'always' })
}
