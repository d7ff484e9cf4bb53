/** What is true in every state, and what is true once no job has anything to do. */
import { countHolds, isEnrolled, isOpen, type Order, RUNS, type School, SEATS, STUDENTS } from './school.ts'

/** Returns the broken rules of a state. */
export function listBroken(school: School): string[] {
  const { orders, seats } = school
  const countEnrolled = (matches: (order: Order) => boolean) => orders.filter(matches).length
  return list([
    ...RUNS.flatMap((run): Rule[] => [
      ['each seat is free or sold', (seats[run] ?? 0) + countEnrolled((it) => it.enrolledIn === run) === SEATS],
      ['no seat is sold twice', (seats[run] ?? 0) >= 0],
      ['no seat is held twice', countHolds(school, run) <= (seats[run] ?? 0)],
    ]),
    ...STUDENTS.map((student): Rule => {
      const places = countEnrolled((it) => it.student === student && it.enrolledIn !== null)
      return ['a student is enrolled once', places === Number(isEnrolled(school, student))]
    }),
    ...orders.flatMap(listOfOrder),
  ])
}

type Rule = [name: string, holds: boolean]

const list = (rules: Rule[]) => rules.filter(([, holds]) => !holds).map(([name]) => name)

function listOfOrder({ attempt, intent, payment, refund, enrolledIn }: Order): Rule[] {
  const isEnrolledByIt = enrolledIn !== null
  return [
    ['a settled attempt has its payment', (attempt === 'settled') === (payment !== null)],
    ['a payment has money', payment === null || intent === 'succeeded'],
    ['an enrolment is paid', !isEnrolledByIt || payment === 'pending' || payment === 'paid'],
    ['an unconfirmed payment is an enrolment', payment !== 'pending' || isEnrolledByIt],
    [
      'money that is kept is an enrolment or a failed refund',
      payment !== 'paid' || isEnrolledByIt !== (refund === 'failed'),
    ],
    ['a refunded payment has a refund', (payment === 'refunded') === (refund === 'queued' || refund === 'done')],
  ]
}

/** Returns the rules that a school at rest breaks. A dispute is not at rest until the bank decides. */
export function listBrokenAtRest({ orders }: School): string[] {
  return list(
    orders
      .filter(({ isDisputed }) => !isDisputed)
      .flatMap((order): Rule[] => {
        const isKept = order.intent === 'succeeded' && !order.isReturned
        return [
          ['no seat is held', !isOpen(order)],
          [
            'money is kept for an enrolment, or where the provider could not return it',
            isKept === (order.enrolledIn !== null || order.refund === 'failed'),
          ],
          ['returned money has a refund', !order.isReturned || order.refund === 'done'],
        ]
      }),
  )
}
