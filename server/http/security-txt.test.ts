import { expect, it } from 'vitest'
import { openForThisTest } from '../../testing/application.ts'

const DAY_MS = 24 * 60 * 60 * 1000

it('says how to report a vulnerability: the school’s e-mail address, a date within a year, and where it is', async () => {
  const application = await openForThisTest({ SCHOOL_EMAIL: 'security@school.test', PUBLIC_URL: 'https://school.test' })
  const { statusCode, headers, body } = await application.visitor.request('GET', '/.well-known/security.txt')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\r\n')
      .map((line) => line.split(': ')),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:security@school.test',
    Canonical: 'https://school.test/.well-known/security.txt',
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / DAY_MS
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
