/** The upload of a chosen image, which a form carries as the value of its field. */

import { api } from '#contract/api.ts'
import { CallError, createCall } from '#contract/call.ts'
import type { ImageWarning, UploadedImage } from '#contract/images.ts'
import { ERRORS } from '#contract/values/errors.ts'
import { MAX_IMAGE_BYTES } from '#contract/values/image-limits.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { ShownError, toMessage } from '#web/session/messages.ts'
import { currentSession } from '#web/session/store.ts'
import { formatFileSize } from '#web/ui/lists/file-size.ts'
import { isTooLarge, readImageSize, readImageType } from './check-image.ts'
import { fileTransport } from './file-transport.ts'

const [, NOT_READABLE] = ERRORS.NOT_A_PICTURE
const TOO_LARGE = `This picture is larger than ${formatFileSize(MAX_IMAGE_BYTES)}, and your browser could not make it smaller. Choose a smaller one.`

/** The server refuses the same file for its size or its content each time. */
const FINAL_STATUSES = [413, 415]

/** Texts that a file has about its image. */
export type OfferedTexts = Record<'exposure' | 'camera' | 'alt' | 'caption', string>

export type UploadState =
  | { step: 'shrinking' }
  | { step: 'sending'; progress: number }
  /** `width` is in pixels. */
  | { step: 'sent'; url: string; width: number; offered: OfferedTexts; warnings: ImageWarning[] }
  /** `canRetry` is false if the same image would fail again. */
  | { step: 'failed'; message: string; canRetry: boolean }

/** `ImageUpload.url` rejects with it; the image field shows the message. */
export class UploadError extends ShownError {}

export class ImageUpload {
  readonly file: File
  /** False for a HEIC in a browser that cannot show one. */
  hasPreview = true
  #state: UploadState = { step: 'sending', progress: 0 }
  #upload: Promise<void>
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()
  readonly #isOwnPhoto: boolean

  /** Starts the upload, so that it runs while the user fills in the rest of the form. */
  constructor(file: File, { isOwnPhoto = false } = {}) {
    this.file = file
    this.#isOwnPhoto = isOwnPhoto
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
    const [size, type] = await Promise.all([readImageSize(this.file), readImageType(this.file)])
    this.hasPreview = size !== null
    if (!size && type !== 'heic') return this.#fail(NOT_READABLE)
    let { file } = this
    if (isTooLarge(file, size, type)) {
      this.#setState({ step: 'shrinking' })
      const smaller = size && (await shrink(file, size))
      if (this.#abort.signal.aborted) return
      if (!smaller) return this.#fail(TOO_LARGE)
      file = smaller
    }
    const onProgress = (progress: number) => this.#setState({ step: 'sending', progress })
    onProgress(0)
    try {
      const sent = await sendImage(file, onProgress, this.#abort.signal, this.#isOwnPhoto)
      const { display_url: url, width, exposure = '', camera = '', alt = '', caption = '', warnings = [] } = sent
      this.#setState({ step: 'sent', url, width, offered: { exposure, camera, alt, caption }, warnings })
    } catch (error) {
      const isFinal = error instanceof CallError && FINAL_STATUSES.includes(error.statusCode)
      this.#fail(toMessage(error), !isFinal)
    }
  }

  #fail(message: string, canRetry = false): void {
    this.#setState({ step: 'failed', message, canRetry })
  }

  #setState(next: UploadState): void {
    this.#state = next
    for (const listener of this.#listeners) listener()
  }
}

/** The code is loaded with the first image that needs it. Returns null where the browser cannot make the image smaller. */
async function shrink(file: File, size: { width: number; height: number }): Promise<File | null> {
  try {
    const { shrinkImage } = await import('./shrink-image.ts')
    const smaller = await shrinkImage(file, size)
    return smaller.size > MAX_IMAGE_BYTES ? null : smaller
  } catch {
    return null
  }
}

type SentImage = UploadedImage['data']

/** Returns the URL of the uploaded image, and what its file says about it. Rejects with a `CallError`, also when `signal` aborts the upload. */
async function sendImage(
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
  isOwnPhoto: boolean,
): Promise<SentImage> {
  const call = withAuthErrors(createCall(fileTransport({ field: 'image', file, onProgress, signal })))
  const { data } = await call(isOwnPhoto ? api.uploadPhoto : chooseCall())
  return data
}

function chooseCall() {
  return currentSession().role === 'admin' ? api.uploadSchoolPicture : api.uploadPicture
}
