import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createLogger } from './log.ts'

const SECRET = 'secret@example.test'

function createFailure(): DrizzleQueryError {
  const cause = Object.assign(new Error(`invalid input syntax for type uuid: "${SECRET}"`), {
    code: '22P02',
    detail: `Key (email)=(${SECRET}) already exists.`,
    params: [SECRET],
    table: 'users',
  })
  return new DrizzleQueryError('select $1', [SECRET], cause)
}

describe('the log', () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })

  it.each<[string, () => void]>([
    ['an error', () => log.error(createFailure())],
    ['an error with a message', () => log.error(createFailure(), 'it failed')],
    ['an error in a field', () => log.error({ err: createFailure(), error: createFailure() }, 'it failed')],
    ['an error that another one caused', () => log.error(new Error('outer', { cause: createFailure() }))],
    ['several errors in one', () => log.error(new AggregateError([createFailure()], 'many'))],
    [
      'an error in a child whose serializers differ',
      () => log.child({}, { serializers: { err: (e) => e } }).error(createFailure()),
    ],
  ])('has no SQL parameters of %s', (_, write) => {
    lines.length = 0
    write()
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain(SECRET)
  })

  it('has no headers of a request', () => {
    lines.length = 0
    const headers = { authorization: `Bearer ${SECRET}`, cookie: SECRET }
    log.info({ headers }, 'a request')
    log.info({ options: { headers } }, 'a form')
    expect(lines.join()).not.toContain(SECRET)
    expect(lines).toHaveLength(2)
  })

  it('has a time-out, which is an error of the web platform', async () => {
    lines.length = 0
    const cause = await fetch('http://127.0.0.1:9', { signal: AbortSignal.abort() }).catch((error: unknown) => error)
    log.error(new Error('S3 does not respond', { cause }))
    expect(JSON.parse(lines[0] ?? '').err.stack).toContain('AbortError')
  })

  it('has the statement, the code, the table, the stack and the cause', () => {
    lines.length = 0
    log.error(createFailure())
    const { msg, err } = JSON.parse(lines[0] ?? '')
    expect(msg).toBe('Failed query: select $1')
    expect(err).toMatchObject({
      type: 'DrizzleQueryError',
      stack: expect.stringMatching(/Failed query: select \$1[\s\S]+log\.test\.ts/),
    })
    expect(err.message).toContain('invalid input syntax for type uuid: "…"')
  })

  it('leaves other errors and fields as they are', () => {
    lines.length = 0
    log.warn({ job: 'mail', err: Object.assign(new Error('refused "x"'), { code: 'ECONNREFUSED' }) }, 'no connection')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      job: 'mail',
      msg: 'no connection',
      err: { type: 'Error', message: 'refused "x"', code: 'ECONNREFUSED' },
    })
  })
})
