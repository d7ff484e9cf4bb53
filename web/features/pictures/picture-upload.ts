/** A picture that somebody has chosen, on its way to the school: a form carries it as the value of its field. */
import { wordsFor } from '#web/session/words.ts'
import { pictureProblem } from './picture-problem.ts'
import { sendPicture } from './send-picture.ts'

export type UploadStanding =
  | { step: 'sending'; share: number }
  | { step: 'there'; address: string }
  /** `hopeless` where the same picture would fail again. */
  | { step: 'failed'; words: string; hopeless: boolean }

/** What `address()` rejects with; the field says it in words. */
export class NotSent extends Error {}

export class PictureUpload {
  readonly file: File
  #standing: UploadStanding = { step: 'sending', share: 0 }
  #sent: Promise<void>
  readonly #listeners = new Set<() => void>()
  readonly #cancelled = new AbortController()

  /** Begins at once: while the rest of a form is filled in, a slow connection does its work. */
  constructor(file: File) {
    this.file = file
    this.#sent = this.#send()
  }

  readonly standing = (): UploadStanding => this.#standing

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Where the picture is shown from, once it is there; one that failed is tried again first. @throws NotSent */
  async address(): Promise<string> {
    if (this.#standing.step === 'failed') this.tryAgain()
    await this.#sent
    if (this.#standing.step === 'there') return this.#standing.address
    throw new NotSent()
  }

  tryAgain(): void {
    if (this.#standing.step !== 'failed' || this.#standing.hopeless) return
    this.#stand({ step: 'sending', share: 0 })
    this.#sent = this.#send()
  }

  cancel(): void {
    this.#cancelled.abort()
  }

  async #send(): Promise<void> {
    const problem = await pictureProblem(this.file)
    if (problem) return this.#stand({ step: 'failed', words: problem, hopeless: true })
    const onSent = (share: number) => this.#stand({ step: 'sending', share })
    try {
      this.#stand({ step: 'there', address: await sendPicture(this.file, onSent, this.#cancelled.signal) })
    } catch (error) {
      this.#stand({ step: 'failed', words: wordsFor(error), hopeless: false })
    }
  }

  #stand(next: UploadStanding): void {
    this.#standing = next
    for (const listener of this.#listeners) listener()
  }
}
