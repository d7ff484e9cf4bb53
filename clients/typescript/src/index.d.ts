/** Calls the API of a photography school. */
import type { Calls } from './calls.js'

export type { Calls } from './calls.js'

/** The name of a call. */
export type CallName = keyof Calls

/** The names of the calls that return pages of a list, and of those that take a file. */
export type PagedCallName = { [Name in CallName]: Calls[Name] extends { paged: true } ? Name : never }[CallName]
export type UploadCallName = { [Name in CallName]: Calls[Name] extends { upload: true } ? Name : never }[CallName]

/** The parameters, query and body of a call, as far as it has them. */
export type CallInput<Name extends CallName> = Calls[Name]['input']
export type CallResponse<Name extends CallName> = Calls[Name]['response']
export type Row<Name extends PagedCallName> = CallResponse<Name> extends (infer Item)[] ? Item : never

export interface CallOptions {
  /** The version of the record that you have read. If there is a newer version, the call is refused with 409. */
  ifMatch?: number
}

type Arguments<Input, Options extends unknown[] = []> = object extends Input
  ? [input?: Input, ...Options]
  : [input: Input, ...Options]

export interface SchoolClientOptions {
  /** The address of the school: `https://school.example`. */
  url: string
  /** An access token (`phs_…`). Without one, only public calls succeed. */
  token?: string | undefined
  /** By default the global one. */
  fetch?: typeof fetch
  /** Milliseconds until a call without a response is given up; 30 000 by default. */
  timeoutMs?: number
}

/** Every method rejects with a `CallError` unless the call succeeds. */
export declare class SchoolClient {
  constructor(options: SchoolClientOptions)
  /** Makes a call and returns its response. */
  call<Name extends CallName>(
    name: Name,
    ...input: Arguments<CallInput<Name>, [options?: CallOptions]>
  ): Promise<CallResponse<Name>>
  /** Reads one page of a list, with the number of all rows. */
  page<Name extends PagedCallName>(
    name: Name,
    ...input: Arguments<CallInput<Name>>
  ): Promise<{ rows: Row<Name>[]; total: number }>
  /** Reads all rows of a list, page after page. */
  each<Name extends PagedCallName>(name: Name, ...input: Arguments<CallInput<Name>>): AsyncGenerator<Row<Name>>
  /** Sends a file. */
  upload<Name extends UploadCallName>(name: Name, file: Blob): Promise<CallResponse<Name>>
}

/** A call that was refused, or that did not reach the server (`statusCode` 0). `message` is a sentence for a person. */
export declare class CallError extends Error {
  readonly statusCode: number
  /** A stable word for programs: `SEATS_GONE`. */
  readonly code: string
  /** Seconds after which you may try again; null if the server did not say. */
  readonly retryAfter: number | null
}
