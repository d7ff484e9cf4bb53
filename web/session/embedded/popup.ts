/**
 * Signs in with a provider in a popup window: better-auth's oauth-popup, whose last page sends its opener a message.
 * The session token in that message is not used: the cookie proves the identity.
 * Source: https://better-auth.com/docs/plugins/oauth-popup
 */

export type PopupOutcome =
  | { is: 'done' | 'blocked' | 'closed' | 'overdue' }
  /** The window was already open. The call that opened it returns its outcome. */
  | { is: 'shown' }
  | { is: 'refused'; code: string }

const WIDTH = 500
const HEIGHT = 600
const CHECK_INTERVAL_MS = 500
/** The time that the last message of a closed window may take. */
const GRACE_MS = 250
const TIMEOUT_MS = 5 * 60_000

let openWindow: Window | null = null

/** Opens the window and returns its outcome, or shows the one that is already open. Must run in a click. */
export async function signInByPopup(providerId: string): Promise<PopupOutcome> {
  if (openWindow && !openWindow.closed) {
    openWindow.focus()
    return { is: 'shown' }
  }
  const nonce = createNonce()
  const popup = window.open(buildUrl(providerId, nonce), 'third-party-sign-in', describeWindow())
  if (!popup) return { is: 'blocked' }
  openWindow = popup
  const outcome = await waitForOutcome(popup, nonce)
  popup.close()
  if (openWindow === popup) openWindow = null
  return outcome
}

/** Not by randomUUID, which is missing on plain http. */
function createNonce(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

function buildUrl(provider: string, popupNonce: string): string {
  const query = new URLSearchParams({ provider, popupOrigin: location.origin, popupNonce, callbackURL: '/' })
  return `/api/auth/oauth-popup/start?${query}`
}

/** Returns the features of a centered window. */
function describeWindow(): string {
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2)
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
}

function waitForOutcome(popup: Window, nonce: string): Promise<PopupOutcome> {
  const ended = new AbortController()
  return new Promise<PopupOutcome>((resolve) => {
    const handleMessage = ({ origin, data }: MessageEvent) => {
      if (origin !== location.origin || !isMessage(data) || data.nonce !== nonce) return
      resolve(data.error ? { is: 'refused', code: String(data.error.code) } : { is: 'done' })
    }
    window.addEventListener('message', handleMessage, { signal: ended.signal })
    const check = setInterval(() => {
      if (!popup.closed) return
      clearInterval(check)
      setTimeout(() => resolve({ is: 'closed' }), GRACE_MS)
    }, CHECK_INTERVAL_MS)
    const timeout = setTimeout(() => resolve({ is: 'overdue' }), TIMEOUT_MS)
    ended.signal.addEventListener('abort', () => {
      clearInterval(check)
      clearTimeout(timeout)
    })
  }).finally(() => ended.abort())
}

function isMessage(data: unknown): data is { nonce: string; error?: { code: string } } {
  return typeof data === 'object' && data !== null && Reflect.get(data, 'type') === 'better-auth:oauth-popup'
}
