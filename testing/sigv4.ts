/** Verifies signatures of requests to S3. Source: AWS, "Create a signed AWS API request". */
import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

interface SignedRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Returns whether a request and its body, if any, are signed with a secret key. */
export function isSigned({ method, url, headers, body }: SignedRequest, secret: string): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/
  const [, scope = '', names = '', signature] = pattern.exec(headers.authorization ?? '') ?? []
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (bodyHash !== (body.length ? hash(body) : 'UNSIGNED-PAYLOAD')) return false
  const { pathname, searchParams } = new URL(url, 'http://storage')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, pathname, searchParams, lines.join(''), names, bodyHash].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(request)].join('\n')
  const key = [date, region, service, end].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}
