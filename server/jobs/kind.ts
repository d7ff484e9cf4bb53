/** A kind of job, declared by the domain that it belongs to: its name in the queue, what it carries, how long it is tried. */
export interface JobKind<Payload extends object> {
  /** Also the name of its queue; changing it leaves behind what waits under the old one. */
  name: string
  /** A try that takes longer is taken for lost, its process crashed, and is made again. */
  secondsPerTry: number
  /** How often it is tried again, after pauses that begin with `firstPause` and double up to `longestPause`. */
  retries: number
  /** Seconds. */
  firstPause: number
  longestPause: number
  /** Seconds for which a job that is done or given up stays on record, with what it carried. */
  keptFor: number
  /** Never there: it holds the type of what a job carries. */
  readonly payload?: Payload
}
