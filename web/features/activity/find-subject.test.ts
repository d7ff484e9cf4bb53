import { expect, test } from 'vitest'
import { ACTIONS } from '#contract/activity.ts'
import { findSubject } from './find-subject.ts'

const subject = 'a&b@school.example'

test('every action leads to a page that has its subject', () => {
  for (const deed of ACTIONS)
    expect(findSubject({ deed, subject, subjectId: 'id' }), deed).not.toBe('/dashboard/activity')
})

test('a user leads to the list of users with this address, and a payment to its receipt', () => {
  expect(findSubject({ deed: 'made_admin', subject, subjectId: 'id' })).toBe(
    '/dashboard/all-users?q=a%26b%40school.example',
  )
  expect(findSubject({ deed: 'payment_refunded', subject: '1001', subjectId: 'id' })).toBe('/dashboard/receipt/id')
})
