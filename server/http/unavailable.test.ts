import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { SecurityLog } from '#server/platform/security-log.ts'
import { createSendError } from './errors.ts'

/** Returns the status, the code and the message of the response to an error of the database or of the system. */
function respondTo(
  code: string | undefined,
  message = 'sorry, too many clients already',
): (number | string | undefined)[] {
  const sent: { status?: number; body?: { code: string; message: string } } = {}
  const reply = {
    code: (status: number) => Object.assign(reply, { status: Object.assign(sent, { status }) }),
    header: () => reply,
    send: (body: { code: string; message: string }) => Object.assign(sent, { body }),
  }
  const request = { log: { error: () => {} } }
  const send = createSendError({ recordRefusal: () => {} } as unknown as SecurityLog)
  const error = Object.assign(new Error(message), code && { code })
  send(error as FastifyError, request as unknown as FastifyRequest, reply as unknown as FastifyReply)
  return [sent.status, sent.body?.code, sent.body?.message]
}

/** Source: PostgreSQL, appendix A */
describe('a database that', () => {
  it.each([
    ['has no connection left', '53300'],
    ['has no memory left', '53200'],
    ['breaks the connection', '08006'],
    ['is shutting down', '57P01'],
  ])('%s is a 503, so that clients try again (%s)', (_, code) => {
    expect(respondTo(code)).toEqual([503, 'UNAVAILABLE', 'The server is unavailable for a moment. Please try again.'])
  })

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('has gone during a query is one too, where the driver gives no code (%s)', (message) => {
    expect(respondTo(undefined, message).slice(0, 2)).toEqual([503, 'UNAVAILABLE'])
  })

  it('reports a mistake of ours is a 500', () => {
    expect(respondTo('42P01').slice(0, 2)).toEqual([500, 'INTERNAL'])
  })
})

it.each(['53100', 'ENOSPC', 'EDQUOT'])('a full disk is a 503 in words, at the database and here (%s)', (code) => {
  const message = "Our storage is full, so we couldn't save this. Try again later."
  expect(respondTo(code)).toEqual([503, 'UNAVAILABLE', message])
})
