/** The interface by which a domain's routes register their handlers. server/http implements it. */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { CallOptions } from '#contract/call.ts'
import type { Access, Endpoint, EndpointInput, EndpointResponse } from '#contract/endpoint.ts'
import type { Page } from '#contract/values/pagination.ts'
import type { Actor, Services } from './context.ts'
import type { Proof } from './identity-provider.ts'

type AccessTo<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _A, infer W> ? W : never
type ActorFor<W extends Access> = W extends 'anyone' ? Actor | null : W extends 'proof' ? null : Actor

export type EndpointContext<E> = Services & {
  actor: ActorFor<AccessTo<E>>
  proof: AccessTo<E> extends 'proof' ? Proof : null
}

/** The result of a handler. A `paged` endpoint may return a page, and one that returns a file its content as a stream. */
type Result<E> =
  EndpointResponse<E> extends (infer Row)[]
    ? EndpointResponse<E> | Page<Row>
    : EndpointResponse<E> | (EndpointResponse<E> extends string ? Readable | ServedFile : never)

/** A file with its own headers. */
export class ServedFile {
  readonly bytes: Readable
  readonly headers: Record<string, string | number>

  constructor(bytes: Readable, headers: Record<string, string | number>) {
    this.bytes = bytes
    this.headers = headers
  }
}

/** Facts about a request beside its input. */
export interface HandlerOptions extends CallOptions {
  /** Time of its arrival, in milliseconds since 1970. */
  receivedAt: number
  /** The network that it came from. */
  network: string
}

/** Handles a request whose caller and input have been checked. */
export type Handler<E> = (
  ctx: EndpointContext<E>,
  input: EndpointInput<E>,
  options: HandlerOptions,
) => Promise<Result<E>>

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** Handles an upload. Reading `bytes` throws TOO_LARGE above the limit. */
export type UploadHandler<E> = (
  ctx: EndpointContext<E>,
  bytes: AsyncIterable<Buffer>,
  options: UploadOptions<E>,
) => Promise<EndpointResponse<E>>

/** Facts about an upload beside its bytes: the params of the endpoint, and the rest of the form. */
export type UploadOptions<E> = Pick<HandlerOptions, 'receivedAt'> &
  Omit<EndpointInput<E>, 'query' | 'body'> & {
    /** The name on the client's device. */
    fileName: string
    /** Returns the other fields of the form, once all bytes are read. @throws AppError INVALID_INPUT */
    readFields: <T>(schema: z.ZodType<T>) => T
  }

export type ServeUpload = <E extends Endpoint>(endpoint: E, handler: UploadHandler<E>) => void
