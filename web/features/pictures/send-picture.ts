/** POST /images: brings a picture to the school, and answers the address that it is shown from. */
import { api } from '#contract/api.ts'
import { callOver } from '#contract/call.ts'
import { guarded } from '#web/session/refusals.ts'
import { fileTransport } from './file-transport.ts'

/** Rejects with a `CallError`, also where `signal` has ended it. */
export async function sendPicture(file: File, onSent: (share: number) => void, signal: AbortSignal): Promise<string> {
  const call = guarded(callOver(fileTransport({ field: 'image', file, onSent, signal })))
  const { data } = await call(api.uploadPicture)
  return data.display_url
}
