/** POST /images: uploads an image. */
import { api } from '#contract/api.ts'
import { createCall } from '#contract/call.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { fileTransport } from './file-transport.ts'

/** Returns the URL of the uploaded image. Rejects with a `CallError`, also when `signal` aborts the upload. */
export async function sendImage(
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const call = withAuthErrors(createCall(fileTransport({ field: 'image', file, onProgress, signal })))
  const { data } = await call(api.uploadPicture)
  return data.display_url
}
