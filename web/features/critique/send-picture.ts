/** POST /submission/{id}/pictures, POST /picture/{id}/version and GET /picture/{id}/file: the files of a student's pictures. */
import { api } from '#contract/api.ts'
import { createCall } from '#contract/call.ts'
import { buildPath } from '#contract/endpoint.ts'
import { fileTransport } from '#web/features/images/file-transport.ts'
import { describeWarnings } from '#web/features/images/image-warnings.ts'
import { withAuthErrors } from '#web/session/auth-errors.ts'
import { bearer } from '#web/session/token.ts'
import { inSession } from '#web/transport.ts'
import { saveBlob } from '#web/ui/lists/save-as-file.ts'

interface ById {
  params: { id: string }
}

type OnProgress = (progress: number) => void

/** Hands a picture in, and returns the warnings about it as a text. Rejects with a CallError. */
export async function sendPicture(
  path: ById,
  { file, intent }: { file: File; intent: string },
  onProgress: OnProgress,
): Promise<string> {
  return describeWarnings((await createUpload(file, onProgress, { intent })(api.addPicture, path)).warnings)
}

/** Hands a version of a picture in, and returns the warnings about it as a text. Rejects with a CallError. */
export async function sendVersion(path: ById, file: File, onProgress: OnProgress): Promise<string> {
  return describeWarnings((await createUpload(file, onProgress)(api.addPictureVersion, path)).warnings)
}

/** Saves the uploaded file of a version on the user's device. Rejects with an Error. */
export async function saveOriginal(id: string, versionId: string): Promise<void> {
  const path = buildPath(api.getPictureFile, { params: { id }, query: { version: versionId } })
  const response = await inSession(() => fetch(`/api${path}`, { headers: { authorization: bearer() ?? '' } }), bearer)
  if (!response.ok) throw new Error('We could not read your file. Try again.')
  const blob = await response.blob()
  saveBlob(blob, `${id}.${blob.type.replace('image/', '').replace('jpeg', 'jpg')}`)
}

function createUpload(file: File, onProgress: OnProgress, fields: Record<string, string> = {}) {
  const { signal } = new AbortController()
  return withAuthErrors(createCall(fileTransport({ field: 'image', file, fields, onProgress, signal })))
}
