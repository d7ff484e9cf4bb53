import { expect, test } from 'vitest'
import type { Action } from '#contract/activity.ts'
import { ACTION_PHRASES } from './action-phrases.ts'

function toSentence(action: Action, subject: string): string {
  const [before, after] = ACTION_PHRASES[action]
  return [before, subject, after].filter(Boolean).join(' ')
}

test('an action on a payment names its receipt once', () => {
  expect(toSentence('payment_refunded', '158')).toBe('refunded receipt 158')
  expect(toSentence('payment_cancelled', '158')).toBe('canceled the payment of receipt 158')
  expect(toSentence('refund_retried', '158')).toBe('retried the refund of receipt 158')
})

test('a change of role reads as a sentence', () => {
  expect(toSentence('made_instructor', 'nora@example.test')).toBe('made nora@example.test an instructor')
})
