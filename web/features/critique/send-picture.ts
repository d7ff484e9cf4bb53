/** POST /submission/{id}/pictures and POST /picture/{id}/version: upload a picture. */
import { api } from '#contract/api.ts'
import { createCall } from '#contract/call.ts'
import { fileTransport } from '#web/features/images/file-transport.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'

interface ById {
  params: { id: string }
}

type OnProgress = (progress: number) => void

/** Hands a picture in. Rejects with a CallError. */
export async function sendPicture(
  path: ById,
  { file, intent }: { file: File; intent: string },
  onProgress: OnProgress,
): Promise<void> {
  await createUpload(file, onProgress, { intent })(api.addPicture, path)
}

/** Hands a version of a picture in. Rejects with a CallError. */
export async function sendVersion(path: ById, file: File, onProgress: OnProgress): Promise<void> {
  await createUpload(file, onProgress)(api.addPictureVersion, path)
}

function createUpload(file: File, onProgress: OnProgress, fields: Record<string, string> = {}) {
  const { signal } = new AbortController()
  return withAuthErrors(createCall(fileTransport({ field: 'image', file, fields, onProgress, signal })))
}
