import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type Change, queryKeys, refetchAfter } from './queries.ts'

type Key = keyof typeof queryKeys

const PROMISES: [change: Change, refetched: Key, promise: string][] = [
  ['classAdded', 'ownClasses', "after a class is added, the instructor's list is read again"],
  ['classAdded', 'instructorFigures', "after a class is added, the instructor's figures are read again"],
  ['classAdded', 'runs', 'after a class is added, the dates are read again'],
  ['classDeleted', 'runs', 'after a class is deleted, the dates are read again'],
  ['runSaved', 'adminFigures', 'after a date is saved, the sessions on Admin Home are read again'],
  ['classChanged', 'class', 'after a class is changed, its page is read again'],
  ['classDeleted', 'instructorFigures', "after a class is deleted, the instructor's figures are read again"],
  ['classDecided', 'adminFigures', 'after a decision, the number of classes to review is read again'],
  ['classDecided', 'activity', 'after a decision, the activity log is read again'],
  ['feedbackGiven', 'activity', 'after feedback, the activity log is read again'],
  ['classWithdrawn', 'instructorFigures', "after a withdrawal, the instructor's figures are read again"],
  ['classWithdrawn', 'allPayments', "after a withdrawal, the admin's payments are read again"],
  ['classWithdrawn', 'activity', 'after a withdrawal, the activity log is read again'],
  ['calendarChanged', 'calendar', 'after a change of the feed or the reminders, they are read again'],
  ['attendanceRecorded', 'attendance', 'after attendance is recorded, it is read again'],
  ['materialSaved', 'material', 'after material is saved, it is read again'],
  ['studentsEmailed', 'activity', 'after an e-mail to students, the activity log is read again'],
  ['selected', 'cart', 'after Select, the cart is read again'],
  ['unselected', 'cart', 'after a removal, the cart is read again'],
  ['unselected', 'holds', 'after a removal, the held seats are read again'],
  ['holdReleased', 'holds', 'after a release, the held seats are read again'],
  ['holdReleased', 'cart', 'after a release, the cart is read again'],
  ['purchased', 'enrolments', 'after a purchase, the enrolled classes are read again'],
  ['purchased', 'ownPayments', 'after a purchase, the payment history is read again'],
  ['purchaseReturned', 'cartItem', 'after a returned payment, the cart item is read again'],
  ['paymentCanceled', 'enrolments', 'after a cancellation, the enrolled classes are read again'],
  ['paymentCanceled', 'payment', 'after a cancellation, the receipt is read again'],
  ['refundRequested', 'students', 'after a refund, the roster is read again'],
  ['refundRequested', 'adminFigures', 'after a refund, the income is read again'],
  ['refundRetried', 'activity', 'after a retried refund, the activity log is read again'],
  ['refundRetried', 'payment', 'after a retried refund, the receipt is read again'],
  ['refundRetried', 'adminFigures', 'after a retried refund, Admin Home counts the failed ones again'],
  ['roleChanged', 'allClasses', 'after a change of role, the list of classes is read again'],
  ['userDeleted', 'users', 'after a deletion, the list of users is read again'],
  ['userDeleted', 'activity', 'after a deletion, the activity log is read again'],
  ['profileChanged', 'ownRecord', 'after a change of profile, the own record is read again'],
  ['signInMethodsChanged', 'signInMethods', 'after a provider is connected, the sign-in methods are read again'],
]

describe('refetchAfter', () => {
  it.each(PROMISES)('%s outdates %s: %s', async (change, key) => {
    const { client, isOutdated } = fillCache()
    await refetchAfter(client, change)
    expect(isOutdated(key)).toBe(true)
  })

  it('leaves the cart item of a purchase on the screen', async () => {
    const { client, isOutdated } = fillCache()
    await refetchAfter(client, 'purchased')
    expect(isOutdated('cartItem')).toBe(false)
  })

  it('leaves alone what the change did not touch', async () => {
    const { client, isOutdated } = fillCache()
    await refetchAfter(client, 'selected')
    const outdated = Object.keys(queryKeys).filter((key) => isOutdated(key as Key))
    expect(outdated).toEqual(['cart'])
  })

  it('outdates what a read from before the change returns after it', async () => {
    const { client, isOutdated } = fillCache()
    const answer = Promise.withResolvers<string>()
    const read = client.fetchQuery({ queryKey: [...queryKeys.adminFigures, 'one'], queryFn: () => answer.promise })
    await refetchAfter(client, 'classDecided')
    answer.resolve('from before')
    await read
    await expect.poll(() => isOutdated('adminFigures')).toBe(true)
  })

  it('reads again what the screen was reading for the first time during the change', async () => {
    const client = new QueryClient()
    const before = Promise.withResolvers<string>()
    const answers = [before.promise, Promise.resolve('from after')]
    const observer = new QueryObserver(client, { queryKey: queryKeys.cart, queryFn: () => answers.shift() ?? '' })
    const leave = observer.subscribe(() => undefined)
    const refetched = refetchAfter(client, 'selected')
    before.resolve('from before')
    await refetched
    await expect.poll(() => client.getQueryData(queryKeys.cart)).toBe('from after')
    leave()
  })
})

/** A cache with one item under every key. */
function fillCache() {
  const client = new QueryClient()
  for (const key of Object.values(queryKeys)) client.setQueryData([...key, 'one'], 'cached')
  return {
    client,
    isOutdated: (key: Key) => client.getQueryState([...queryKeys[key], 'one'])?.isInvalidated,
  }
}
