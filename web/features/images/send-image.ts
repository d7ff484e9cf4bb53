/** POST /images of an instructor, POST /school/images of an admin, or POST /account/photo: uploads an image. */
import { api } from '#contract/api.ts'
import { createCall } from '#contract/call.ts'
import type { UploadedImage } from '#contract/images.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { currentSession } from '#web/session/store.ts'
import { fileTransport } from './file-transport.ts'

export type SentImage = UploadedImage['data']

/** Returns the URL of the uploaded image, and what its file says about it. Rejects with a `CallError`, also when `signal` aborts the upload. */
export async function sendImage(
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
