import { describe, expect, it } from 'vitest'
import { toDelivery } from './mail-transport.ts'

const RCPT = { code: 'EENVELOPE', command: 'RCPT TO' }

describe('a refusal for good', () => {
  it.each([
    ['5.1.1 no such user', 550],
    ['5.1.10 null MX', 556],
    ['5.2.1 mailbox disabled', 550],
    ['no such mailbox', 550],
    ['mailbox name not allowed', 553],
  ])('with "%s" says that the address does not exist', (text, responseCode) => {
    const delivery = toDelivery({ ...RCPT, responseCode, response: `${responseCode} ${text}` }, false)
    expect(delivery).toMatchObject({ outcome: 'refused', isAddressInvalid: true })
  })

  it.each([
    ['5.7.1 blocked', 550, 'RCPT TO'],
    ['5.2.2 mailbox full', 552, 'RCPT TO'],
    ['5.1.8 bad sender', 550, 'RCPT TO'],
    ['transaction failed', 554, 'RCPT TO'],
    ['5.6.0 content rejected', 550, 'DATA'],
  ])('with "%s" says nothing about the address', (text, responseCode, command) => {
    const error = { code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE', command, responseCode }
    expect(toDelivery({ ...error, response: `${responseCode} ${text}` }, false)).toEqual({
      outcome: 'refused',
      reason: `${error.code} ${responseCode}`,
      isAddressInvalid: false,
    })
  })
})

describe('every other error', () => {
  it.each([
    ['a busy mailbox', { ...RCPT, responseCode: 450 }, false, 'deferred'],
    ['a message that is not taken yet', { code: 'EMESSAGE', command: 'DATA', responseCode: 451 }, true, 'deferred'],
    ['a sender that is refused', { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 }, false, 'unavailable'],
    ['a server that shuts down', { ...RCPT, responseCode: 421 }, false, 'unavailable'],
    ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 }, false, 'unavailable'],
    ['a server that is away', { code: 'ESOCKET', command: 'CONN' }, false, 'unavailable'],
    ['a connection that breaks in the message', { code: 'ECONNECTION', command: 'CONN' }, true, 'unclear'],
  ] as const)('tells %s apart', (_, error, hasBegun, outcome) => {
    expect(toDelivery(error, hasBegun).outcome).toBe(outcome)
  })
})
