/** The upload of a chosen image, which a form carries as the value of its field. */
import { toMessage } from '#web/session/messages.ts'
import { checkDecodedImage } from './check-image.ts'
import { sendImage } from './send-image.ts'

export type UploadState =
  | { step: 'sending'; progress: number }
  | { step: 'sent'; url: string; exposure: string }
  /** `canRetry` is false if the same image would fail again. */
  | { step: 'failed'; message: string; canRetry: boolean }

/** `ImageUpload.url` rejects with it; the image field shows the message. */
export class UploadError extends Error {}

export class ImageUpload {
  readonly file: File
  #state: UploadState = { step: 'sending', progress: 0 }
  #upload: Promise<void>
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()

  /** Starts the upload, so that it runs while the user fills in the rest of the form. */
  constructor(file: File) {
    this.file = file
    this.#upload = this.#send()
  }

  readonly state = (): UploadState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the URL of the uploaded image; retries a failed upload first. @throws UploadError */
  async url(): Promise<string> {
    this.retry()
    await this.#upload
    if (this.#state.step === 'sent') return this.#state.url
    throw new UploadError()
  }

  /** Does nothing unless the upload has failed and may be retried. */
  retry(): void {
    if (this.#state.step !== 'failed' || !this.#state.canRetry) return
    this.#setState({ step: 'sending', progress: 0 })
    this.#upload = this.#send()
  }

  cancel(): void {
    this.#abort.abort()
  }

  async #send(): Promise<void> {
    const problem = await checkDecodedImage(this.file)
    if (problem) return this.#setState({ step: 'failed', message: problem, canRetry: false })
    const onProgress = (progress: number) => this.#setState({ step: 'sending', progress })
    try {
      const { display_url: url, exposure = '' } = await sendImage(this.file, onProgress, this.#abort.signal)
      this.#setState({ step: 'sent', url, exposure })
    } catch (error) {
      this.#setState({ step: 'failed', message: toMessage(error), canRetry: true })
    }
  }

  #setState(next: UploadState): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}
