/** Toasts and popups: short messages that anyone may raise, from inside React or outside. `Notices` shows them. */

export interface Notice {
  id: number
  message: string
  /** A second line, below the message. */
  detail?: string | undefined
  tone: 'success' | 'warning' | 'error'
  /** A toast stands top right, a popup in the middle. */
  place: 'corner' | 'middle'
  /** Milliseconds on the screen. */
  lasts: number
}

const SUCCESS_MS = 1500
const OTHER_MS = 5000

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

export const currentNotices = (): readonly Notice[] => notices

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function dismissNotice(id: number): void {
  show(notices.filter((notice) => notice.id !== id))
}

/** `Select the class successfully!` */
export function toastSuccess(message: string): void {
  raise({ message, tone: 'success', place: 'corner', lasts: SUCCESS_MS })
}

/** Something that the reader should know, and that is nobody's failure. */
export function toastWarning(message: string): void {
  raise({ message, tone: 'warning', place: 'corner', lasts: OTHER_MS })
}

export function toastError(message: string): void {
  raise({ message, tone: 'error', place: 'corner', lasts: OTHER_MS })
}

/** `Deleted!` with `Your file has been deleted.` */
export function popupSuccess(message: string, detail?: string): void {
  raise({ message, detail, tone: 'success', place: 'middle', lasts: SUCCESS_MS })
}

function raise(notice: Omit<Notice, 'id'>): void {
  lastId += 1
  show([...notices, { ...notice, id: lastId }])
}

function show(next: readonly Notice[]): void {
  notices = next
  for (const listener of listeners) listener()
}
