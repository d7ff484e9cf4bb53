/**
 * Signing in with a third party in a window of its own: better-auth's oauth-popup, whose last page tells its opener how it went.
 * The session token in that message is left alone: the cookie is the proof.
 * Source: https://better-auth.com/docs/plugins/oauth-popup
 */

export type PopupOutcome =
  | { is: 'done' | 'blocked' | 'closed' | 'overdue' }
  /** A window that was open already: whoever opened it hears how it ended. */
  | { is: 'shown' }
  | { is: 'refused'; code: string }

const WIDTH = 500
const HEIGHT = 600
const LOOK_MS = 500
/** How long a closed window's last message may be on its way. */
const GRACE_MS = 250
const PATIENCE_MS = 5 * 60_000

let open: Window | null = null

/** Opens the window, which a click must have caused, and answers how it ended; or shows the one that is open already. */
export async function throughPopup(providerId: string): Promise<PopupOutcome> {
  if (open && !open.closed) {
    open.focus()
    return { is: 'shown' }
  }
  const nonce = newNonce()
  const popup = window.open(addressFor(providerId, nonce), 'third-party-sign-in', centred())
  if (!popup) return { is: 'blocked' }
  open = popup
  const outcome = await outcomeOf(popup, nonce)
  popup.close()
  if (open === popup) open = null
  return outcome
}

/** Not randomUUID, which a school on plain http would lack. */
function newNonce(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

function addressFor(provider: string, popupNonce: string): string {
  const query = new URLSearchParams({ provider, popupOrigin: location.origin, popupNonce, callbackURL: '/' })
  return `/api/auth/oauth-popup/start?${query}`
}

function centred(): string {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}

function outcomeOf(popup: Window, nonce: string): Promise<PopupOutcome> {
  const told = new AbortController()
  return new Promise<PopupOutcome>((resolve) => {
    const hear = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin || !isMessage(data) || data.nonce !== nonce) return
      resolve(data.error ? { is: 'refused', code: String(data.error.code) } : { is: 'done' })
    }
    window.addEventListener('message', hear, { signal: told.signal })
    const look = setInterval(() => {
      if (!popup.closed) return
      clearInterval(look)
      setTimeout(() => resolve({ is: 'closed' }), GRACE_MS)
    }, LOOK_MS)
    const patience = setTimeout(() => resolve({ is: 'overdue' }), PATIENCE_MS)
    told.signal.addEventListener('abort', () => {
      clearInterval(look)
      clearTimeout(patience)
    })
  }).finally(() => told.abort())
}

function isMessage(data: unknown): data is { nonce: string; error?: { code: string } } {
  return typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'better-auth:oauth-popup'
}
