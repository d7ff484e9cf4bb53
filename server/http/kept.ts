/** Whole public answers, kept in memory with their compressed forms until the catalogue changes. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '#server/catalogue.ts'

/** What a render brings: only a 200 is kept. */
export interface Rendered {
  status: number
  type: string
  body: string
  headers?: Record<string, string>
}

/** A render with its entity tag and its forms on the wire. */
export interface Answer extends Omit<Rendered, 'body'> {
  etag: string
  forms: { identity: Buffer; br: Buffer; gzip: Buffer }
  /** The headers that it was first sent with, a form each, as Node writes them fastest: names and values in turn. */
  heads?: Record<keyof Answer['forms'], string[]>
}

/** Quality 5 is the knee: within a tenth of the best size at a fiftieth of its time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** More than all public pages of a large school; beyond it the oldest goes. */
const MOST = 500

export class Kept {
  readonly #catalogue: Catalogue
  readonly #answers = new Map<string, { version: number; answer: Answer }>()
  readonly #underWay = new Map<string, Promise<Answer>>()

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue
  }

  /**
   * The answer under `key`: the kept one if nothing changed since, else a new one. Callers who ask at the same time and
   * version share one render; a render during which the catalogue changed is answered but not kept.
   */
  async get(key: string, render: () => Promise<Rendered>): Promise<Answer> {
    const fresh = this.fresh(key)
    if (fresh) return fresh
    const version = this.#catalogue.version
    const turn = `${version} ${key}`
    const underWay =
      this.#underWay.get(turn) ?? this.#render(key, version, render).finally(() => this.#underWay.delete(turn))
    this.#underWay.set(turn, underWay)
    return underWay
  }

  /** The kept answer under `key` if nothing changed since. */
  fresh(key: string): Answer | undefined {
    const kept = this.#answers.get(key)
    return kept?.version === this.#catalogue.version ? kept.answer : undefined
  }

  async #render(key: string, version: number, render: () => Promise<Rendered>): Promise<Answer> {
    const answer = await pack(await render())
    if (answer.status === 200 && this.#catalogue.version === version) {
      this.#answers.delete(key)
      this.#answers.set(key, { version, answer })
      const oldest = this.#answers.keys().next().value
      if (this.#answers.size > MOST && oldest !== undefined) this.#answers.delete(oldest)
    }
    return answer
  }
}

/** A render in all its forms on the wire. */
async function pack({ body, ...rendered }: Rendered): Promise<Answer> {
  const identity = Buffer.from(body)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, BROTLI), promisify(gzip)(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...rendered, etag, forms: { identity, br, gzip: gzipped } }
}

/** Sends an answer in the best form that the browser takes, or 304 if it has it already. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  const { type, etag, headers } = answer
  reply.headers({ 'content-type': type, 'cache-control': 'no-cache', etag, vary: 'Accept-Encoding', ...headers })
  answer.heads ??= headsOf(answer.forms, reply.getHeaders())
  if (isKnown(request.raw, answer)) return reply.code(304).send()
  const form = formFor(request.headers['accept-encoding'])
  if (form !== 'identity') reply.header('content-encoding', form)
  return reply.code(answer.status).send(answer.forms[form])
}

/**
 * Answers kept pages before the framework hears of the request: the same status, headers and bytes as it sent the first time, at
 * twice the rate. Whatever is not a plain GET of a fresh answer under the school's own name goes on to `next`.
 */
export function keptFirst(kept: Kept, publicUrl: string, next: RequestListener): RequestListener {
  const { host } = new URL(publicUrl)
  return (request, response) => {
    const answer = request.method === 'GET' && request.headers.host === host ? kept.fresh(request.url ?? '') : undefined
    if (!answer?.heads) return next(request, response)
    if (isKnown(request, answer)) return response.writeHead(304, answer.heads.identity.slice(0, -2)).end()
    const form = formFor(request.headers['accept-encoding'])
    response.writeHead(answer.status, answer.heads[form]).end(answer.forms[form])
  }
}

/** The length comes last, so that a 304, which has none, leaves it out. */
function headsOf(forms: Answer['forms'], sent: Record<string, unknown>): Answer['heads'] {
  const same = Object.entries(sent).flatMap(([name, value]) => [name, String(value)])
  const head = (form: keyof Answer['forms'], ...coding: string[]) => {
    return [...same, ...coding, 'content-length', `${forms[form].length}`]
  }
  const coded = (form: 'br' | 'gzip') => head(form, 'content-encoding', form)
  return { identity: head('identity'), br: coded('br'), gzip: coded('gzip') }
}

function isKnown({ headers }: IncomingMessage, { status, etag }: Answer): boolean {
  return status === 200 && headers['if-none-match'] === etag
}

function formFor(accepted: string | string[] | undefined): keyof Answer['forms'] {
  if (!accepted) return 'identity'
  const named = (coding: RegExp) => coding.test(String(accepted))
  return named(BR) ? 'br' : named(GZIP) ? 'gzip' : 'identity'
}

/** A coding that is named, and not with a weight of nought. Source: RFC 9110, section 12.5.3 */
const BR = /(^|[ ,])br(?! *; *q=0(\.0*)?($|[ ,]))/i
const GZIP = /(^|[ ,])gzip(?! *; *q=0(\.0*)?($|[ ,]))/i
