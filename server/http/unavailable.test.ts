import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { SecurityLog } from '#server/platform/security-log.ts'
import { createSendError } from './errors.ts'

/** Returns the status and the code of the response to an error of the database. */
function respondTo(code: string): [status: number | undefined, code: string | undefined] {
  const sent: { status?: number; body?: { code: string } } = {}
  const reply = {
    code: (status: number) => Object.assign(reply, { status: Object.assign(sent, { status }) }),
    header: () => reply,
    send: (body: { code: string }) => Object.assign(sent, { body }),
  }
  const request = { log: { error: () => {} } }
  const send = createSendError({ recordRefusal: () => {} } as unknown as SecurityLog)
  const error = Object.assign(new Error('sorry, too many clients already'), { code })
  send(error as FastifyError, request as unknown as FastifyRequest, reply as unknown as FastifyReply)
  return [sent.status, sent.body?.code]
}

/** Source: PostgreSQL, appendix A */
describe('a database that', () => {
  it.each([
    ['has no connection left', '53300'],
    ['has no space left', '53100'],
    ['has no memory left', '53200'],
    ['breaks the connection', '08006'],
    ['is shutting down', '57P01'],
  ])('%s is a 503, so that clients try again (%s)', (_, code) => {
    expect(respondTo(code)).toEqual([503, 'UNAVAILABLE'])
  })

  it('reports a mistake of ours is a 500', () => {
    expect(respondTo('42P01')).toEqual([500, 'INTERNAL'])
  })
})
