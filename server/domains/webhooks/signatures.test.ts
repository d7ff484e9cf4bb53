import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { WebhookSecrets } from './signatures.ts'

const HOUR = 60 * 60_000
const BODY = '{"type":"class.approved","timestamp":"2027-01-01T00:00:00.000Z","data":{"name":"é"}}'

const secrets = new WebhookSecrets(new Uint8Array(32).fill(7))
const webhook = { id: '6f0b4c52-31d1-4f0e-9a36-5f3f5d3d1a11', secretRound: 1, rotatedAt: null }
const rotated = (hours: number) => ({ ...webhook, secretRound: 2, rotatedAt: Date.now() - hours * HOUR })

/** Verifies with the reference library. @throws where no signature matches, or the time is too far away */
const verify = (secret: string, headers: Record<string, string>, body = BODY) =>
  new Webhook(secret).verify(body, headers)

describe('the signature of a message', () => {
  const headers = secrets.sign(webhook, 'msg_1', BODY, Date.now())
  const secret = secrets.read(webhook)

  it('is one of Standard Webhooks', () => {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(verify(secret, headers)).toEqual(JSON.parse(BODY))
  })

  it('does not match another body, id, time or webhook', () => {
    expect(() => verify(secret, headers, `${BODY} `)).toThrow()
    expect(() => verify(secret, { ...headers, 'webhook-id': 'msg_2' })).toThrow()
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(() => verify(secret, { ...headers, 'webhook-timestamp': later })).toThrow()
    expect(() => verify(secrets.read({ ...webhook, id: 'x' }), headers)).toThrow()
    expect(() => verify(secret, secrets.sign(webhook, 'msg_1', BODY, Date.now() - HOUR))).toThrow()
  })

  it('is made with the former secret as well for a day after a rotation', () => {
    const soon = secrets.sign(rotated(23), 'msg_1', BODY, Date.now())
    expect(verify(secrets.read(rotated(23)), soon)).toEqual(verify(secret, soon))
    const late = secrets.sign(rotated(25), 'msg_1', BODY, Date.now())
    expect(() => verify(secret, late)).toThrow()
    expect(verify(secrets.read(rotated(25)), late)).toBeTruthy()
  })
})
