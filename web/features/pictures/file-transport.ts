/** Carries one file to the school by XMLHttpRequest: fetch cannot tell how much of it has been sent. */
import type { Transport } from '#contract/call.ts'
import { bearer } from '#web/session/token.ts'
import { parsed, unreachable } from '#web/transport.ts'

/** A connection that moves nothing for so long is taken for lost; what has come is looked at within this time too. */
const PATIENCE_MS = 60_000

interface Sending {
  /** The name that the call takes the file under. */
  field: string
  file: File
  /** Is told the share that has been sent, from 0 to 1. */
  onSent: (share: number) => void
  /** Ends it in the middle. */
  signal: AbortSignal
}

/** A transport to `/api` with the file as its body. Where nothing comes back it rejects with a `CallError` of `statusCode` 0. */
export function fileTransport({ field, file, onSent, signal }: Sending): Transport {
  return ({ method, address }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const patience = patienceWith(() => request.abort())
      const end = () => {
        patience.end()
        signal.removeEventListener('abort', cancel)
      }
      const cancel = () => request.abort()
      const lose = (event: Event) => {
        end()
        reject(unreachable(event))
      }
      request.upload.onprogress = ({ loaded, total }) => {
        patience.begin()
        onSent(loaded / total)
      }
      request.onload = () => {
        end()
        resolve({ status: request.status, body: parsed(request.responseText) })
      }
      request.onerror = lose
      request.onabort = lose
      signal.addEventListener('abort', cancel)
      request.open(method, `/api${address}`)
      request.setRequestHeader('accept', 'application/json')
      const proof = bearer()
      if (proof) request.setRequestHeader('authorization', proof)
      const form = new FormData()
      form.append(field, file)
      patience.begin()
      request.send(form)
    })
}

/** Runs `lose` when it has not been begun anew for too long. */
function patienceWith(lose: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const begin = () => {
    end()
    timer = setTimeout(lose, PATIENCE_MS)
  }
  return { begin, end }
}
