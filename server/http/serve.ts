/** Puts an endpoint of the contract on the air: who may call, what it takes, what answers. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CallOptions, TOTAL_HEADER } from '#contract/call.ts'
import type { AnswerOf, Endpoint, InputOf, Who } from '#contract/endpoint.ts'
import { ErrorBodySchema } from '#contract/error-body.ts'
import type { Page } from '#contract/pages.ts'
import type { Actor, SystemContext } from '#server/context.ts'
import type { Proof } from '#server/identity/identity.ts'
import { type Parts, systemContext } from '#server/parts.ts'
import { orNotFound, Refusal } from '#server/refusal.ts'
import { sendAnswer } from './kept.ts'
import { networkOf } from './limits.ts'
import { actorOf, admit } from './who.ts'

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    proof: Proof | null
  }
}

type WhoOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _A, infer W> ? W : never
type ActorOf<W extends Who> = W extends 'anyone' ? Actor | null : W extends 'proof' ? null : Actor
export type ContextOf<E> = SystemContext & { actor: ActorOf<WhoOf<E>>; proof: WhoOf<E> extends 'proof' ? Proof : null }

/** What a handler answers: a `paged` endpoint's a page. */
type Answered<E> = AnswerOf<E> extends (infer Row)[] ? AnswerOf<E> | Page<Row> : AnswerOf<E>

/** Answers a call whose caller and input have been checked. */
export type Handler<E> = (ctx: ContextOf<E>, input: InputOf<E>, options: CallOptions) => Promise<Answered<E>>

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** A `Serve` for `app`. Checks keep the contract's order: 401, 403, 400, and then the handler's 404 and 409. */
export function serveOn(app: FastifyInstance, parts: Parts): Serve {
  app.decorateRequest('actor', null)
  app.decorateRequest('proof', null)
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      schema: schemaOf(endpoint),
      onRequest: async (request) => identify(endpoint, request, parts),
      handler: async (request, reply) => {
        if (endpoint.limit) await parts.limits.count(endpoint.path, networkOf(request.ip), endpoint.limit)
        const answer = () =>
          handler(contextOf(request, parts) as ContextOf<typeof endpoint>, inputOf(endpoint, request), {
            ifMatch: endpoint.versioned && versionIn(request),
          })
        return endpoint.kept
          ? answerKept(endpoint, answer, parts, request, reply)
          : sendFresh(endpoint, reply, await answer())
      },
    })
  }
}

/** The address of an endpoint, as routes are written. */
export function urlOf({ path }: Endpoint): string {
  return `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** What an endpoint takes and answers, for checking it and for /api/openapi.json. */
export function schemaOf(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body ? { body: endpoint.body } : {}),
    response: { 200: endpoint.answer, '4xx': ErrorBodySchema, '5xx': ErrorBodySchema },
    ...(endpoint.who === 'anyone' ? {} : { security: [{ [endpoint.who === 'proof' ? 'proof' : 'token']: [] }] }),
  }
}

function descriptionOf({ who, own, limit }: Endpoint): string {
  const callers = own?.except ? `${who}, ${own.except}` : who
  const limited = limit ? ` At most ${limit.most} times in ${limit.minutes} minutes.` : ''
  return `For: ${callers}.${limited}`
}

/** Who calls, or a refusal: before anything of the body is read. */
export async function identify(endpoint: Endpoint, request: FastifyRequest, parts: Parts): Promise<void> {
  if (endpoint.kept) return
  if (endpoint.who === 'proof') {
    request.proof = await parts.identity.prove(request)
    if (!request.proof) throw new Refusal('NOT_SIGNED_IN')
    return
  }
  request.actor = await actorOf(request, parts.db, parts.tokens)
  if (endpoint.who !== 'anyone') admit(endpoint, request.actor, request)
}

/** What the verbs of a call work with. */
export function contextOf({ actor, proof }: FastifyRequest, parts: Parts) {
  return { ...systemContext(parts), actor, proof }
}

/** Params are checked here and not by the schema: one of the wrong form names nothing, so it is 404 and comes after 400. */
function inputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): InputOf<E> {
  const params = endpoint.params?.safeParse(request.params)
  return { params: params && orNotFound(params.data), query: request.query, body: request.body } as InputOf<E>
}

/** `If-Match: "7"`. What is no version of ours is none that is there, so it never fits. Source: RFC 9110, 13.1.1 */
function versionIn({ headers }: FastifyRequest): number | undefined {
  const said = headers['if-match']
  if (said === undefined || said.trim() === '*') return undefined
  return Number(/^\s*(?:W\/)?"?(\d{1,15})"?\s*$/.exec(said)?.[1] ?? -1)
}

const FILE_TYPES = { csv: 'text/csv; charset=utf-8' }

function sendFresh(endpoint: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (endpoint.file) {
    const name = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1)
    reply.type(FILE_TYPES[endpoint.file]).header('content-disposition', `attachment; filename="${name}"`)
    return reply.serializer((text) => text).send(answer)
  }
  if (!endpoint.paged) return reply.send(answer)
  const { rows, total } = answer as Page<unknown>
  return reply.header(TOTAL_HEADER, total).send(rows)
}

async function answerKept(
  endpoint: Endpoint,
  answer: () => Promise<unknown>,
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const render = async () => ({
    status: 200,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(await answer()),
  })
  return sendAnswer(request, reply, await parts.kept.get(`/api${endpoint.path}`, render))
}
