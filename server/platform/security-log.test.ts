import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from './log.ts'
import { SecurityLog } from './security-log.ts'

const lines: Record<string, unknown>[] = []
const securityLog = new SecurityLog(createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }))

beforeEach(() => {
  vi.useFakeTimers()
  lines.length = 0
})
afterEach(() => void vi.useRealTimers())

const refuse = (times: number, identity?: string) => {
  for (let time = 0; time < times; time++) securityLog.record('sign-in-refused', { identity, by: 'password' })
}

describe('the security log', () => {
  it('logs the number of suppressed lines when the minute ends, and then logs five lines again', () => {
    refuse(8, 'ada')
    expect(lines).toHaveLength(5)
    vi.advanceTimersByTime(59_000)
    expect(lines).toHaveLength(5)
    vi.advanceTimersByTime(1_000)
    expect(lines.at(-1)).toMatchObject({ event: 'sign-in-refused', identity: 'ada', suppressed: 3 })
    refuse(8, 'ada')
    expect(lines).toHaveLength(11)
    securityLog.flush()
  })

  it('counts the subjects above a thousand together, so that inventing them does not flood the log', () => {
    for (let number = 0; number < 3000; number++) refuse(1, `identity ${number}`)
    expect(lines).toHaveLength(1005)
    securityLog.flush()
    expect(lines).toHaveLength(1006)
    expect(lines.at(-1)).toMatchObject({ event: 'sign-in-refused', suppressed: 1995 })
    expect(lines.at(-1)).not.toHaveProperty('identity')
  })
})
