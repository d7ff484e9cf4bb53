import { expect, it } from 'vitest'
import { findPrivateData } from '../testing/log-check.ts'

it.each([
  'could not send to ada@example.test',
  '{"authorization":"Bearer abc"}',
  '{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"}',
  '{"cookie":"better-auth.session_token=abc"}',
  'wrong password Secret@2019',
  'pi_123_secret_456',
  'sk_test_123',
  '4242424242424242',
  '{"params":["Ada"]}',
  'Failed query: select $1 params: Ada',
  'The student 3 is gone',
])('a log with private data is noticed: %s', (line) => {
  expect(findPrivateData(['{"msg":"fine"}', line])).toHaveLength(1)
})

it('a log with ids and shortened addresses is fine', () => {
  expect(
    findPrivateData(['{"msg":"sent to a…@example.test","userId":"0b8f6e0e-6d7c-4b57-9a54-6f6a4f4b1c11"}']),
  ).toEqual([])
})
