/** Uploads one file by XMLHttpRequest, because fetch reports no upload progress. */
import type { Transport } from '#contract/call.ts'
import { bearer } from '#web/session/token.ts'
import { parseBody, sessionTransport, toNetworkError } from '#web/transport.ts'

/** A connection without progress for this long is lost. It also limits how long the server may process the file. */
const TIMEOUT_MS = 60_000

interface FileRequest {
  /** The name of the file's form field. */
  field: string
  file: File
  /** Further fields of the form. */
  fields?: Record<string, string>
  /** Receives the part that is sent, from 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

/** Returns a transport to `/api` with the file as its body. Without a response it rejects with a `CallError` of `statusCode` 0. */
export function fileTransport({ field, file, fields = {}, onProgress, signal }: FileRequest): Transport {
  const send: Transport = ({ method, path }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      const timeout = startTimeout(abort)
      const cleanUp = () => {
        timeout.clear()
        signal.removeEventListener('abort', abort)
      }
      const fail = (event: Event) => {
        cleanUp()
        reject(toNetworkError(event))
      }
      request.upload.onprogress = ({ loaded, total }) => {
        timeout.restart()
        onProgress(loaded / total)
      }
      request.onload = () => {
        cleanUp()
        resolve({ status: request.status, body: parseBody(request.responseText) })
      }
      request.onerror = fail
      request.onabort = fail
      signal.addEventListener('abort', abort)
      open(request, method, path)
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append(field, file)
      request.send(form)
    })
  return sessionTransport(send, bearer)
}

function open(request: XMLHttpRequest, method: string, path: string): void {
  request.open(method, `/api${path}`)
  request.setRequestHeader('accept', 'application/json')
  const authorization = bearer()
  if (authorization) request.setRequestHeader('authorization', authorization)
}

/** Calls `onTimeout` unless it is cleared, or restarted, in time. */
function startTimeout(onTimeout: () => void) {
  let timer = setTimeout(onTimeout, TIMEOUT_MS)
  const clear = () => clearTimeout(timer)
  const restart = () => {
    clear()
    timer = setTimeout(onTimeout, TIMEOUT_MS)
  }
  return { clear, restart }
}
