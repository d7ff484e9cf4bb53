import { expect, it } from 'vitest'
import { CallError } from '#contract/call.ts'
import { describeError } from './describe-error.ts'

it('shows the message of a call, and never one of the browser or of a bug', () => {
  const call = new CallError({ statusCode: 503, code: 'BUSY', message: 'Try again in a minute.' })
  expect(describeError(call)).toMatchObject({ message: 'Try again in a minute.', remedy: 'read' })
  const chunk = new TypeError('Failed to fetch dynamically imported module: https://school.example/assets/a.js')
  for (const error of [chunk, new Error('x is undefined'), 'text', null])
    expect(describeError(error)).toEqual({
      title: 'Something went wrong',
      message: "We couldn't show this page. Check your connection and try again.",
      remedy: 'reload',
      frame: 0,
    })
})
