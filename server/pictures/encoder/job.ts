/** What the server and the encoder's process say to each other. */

export interface EncodingJob {
  /** A file with whatever somebody uploaded. */
  input: string
  /** Where the variants go. */
  folder: string
  /** All variants, or only the largest WebP, for a host that makes its own. */
  wanted: 'all' | 'largest'
}

export interface Encoded {
  /** Pixels, of the largest variant. */
  width: number
  height: number
  /** For the picture's address. */
  ground: string
}

/** Why a picture is not taken; `stops us` is one that takes too long, or ends the process. */
export type Reason = 'unreadable' | 'too many pixels' | 'stops us'

/** `refused` is about the picture, `failed` is about us. */
export type EncodingResult = { encoded: Encoded } | { refused: Reason } | { failed: string }
