/** Serves /.well-known/security.txt: how to report a vulnerability. Source: RFC 9116 */
import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/ports/context.ts'

/** RFC 9116 recommends less than a year. It is computed for each request, so that it never passes. */
const VALID_MS = 180 * 24 * 60 * 60 * 1000

const PATH = '/.well-known/security.txt'

export async function securityTxtRoute(
  app: FastifyInstance,
  { publicUrl, school }: Pick<Services, 'publicUrl' | 'school'>,
): Promise<void> {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) => {
    const fields = [
      ['Contact', `mailto:${encodeURI(school.current.email)}`],
      ['Expires', new Date(Date.now() + VALID_MS).toISOString()],
      ['Preferred-Languages', 'en'],
      ['Canonical', publicUrl + PATH],
    ]
    const text = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text)
  })
}
