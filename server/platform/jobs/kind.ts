/** A kind of job, declared by its domain: the name of its queue, its payload, and its retries. */
export interface JobKind<Payload extends object> {
  /** The name of the queue. After a change, jobs that wait under the old name are lost. */
  name: string
  /** After this time the process is assumed to have crashed, and the job runs again. */
  timeoutSeconds: number
  /** The number of retries, after pauses that begin with `initialBackoff` and double up to `maxBackoff`. */
  retries: number
  /** Seconds. */
  initialBackoff: number
  maxBackoff: number
  /** Seconds for which a completed job is stored, with its payload. One that failed is stored for a week. */
  retention: number
  /** It sends a message. A restored school drops those that were queued, because the original has sent them. */
  sendsMessage?: true
  /** Never set. It carries the type of the payload. */
  readonly payload?: Payload
}

/** The time of a job. */
export interface Schedule {
  /** The earliest time; at once without it. `Jobs.runQueued` ignores it. */
  startAfter?: Date
}
