/** Toasts and popups: short messages that code inside or outside React can show. `Toasts` renders them. */
import { createStore } from '#web/store.ts'

export interface Toast {
  id: number
  message: string
  /** A second line, below the message. */
  detail?: string | undefined
  tone: 'success' | 'warning' | 'error'
  /** A toast appears top right, a popup in the middle of the screen. */
  place: 'corner' | 'middle'
  /** Milliseconds on the screen. */
  duration: number
  /** True if the user can dismiss it, and can hold it on the screen by pointer or focus. */
  isDismissible: boolean
}

const SUCCESS = { tone: 'success', duration: 1500, isDismissible: false } as const
const OTHER = { place: 'corner', duration: 5000, isDismissible: true } as const

export const toastStore = createStore<readonly Toast[]>([])
let lastId = 0

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}

/** Handles a key: Escape dismisses the popups. */
export function dismissPopupsOnEscape({ key }: Pick<KeyboardEvent, 'key'>): void {
  if (key === 'Escape') toastStore.set(toastStore.get().filter(({ place }) => place !== 'middle'))
}

/** `Select the class successfully!` */
export function toastSuccess(message: string): void {
  show({ message, place: 'corner', ...SUCCESS })
}

/** Shows a message that the user should know, and that is not an error. */
export function toastWarning(message: string): void {
  show({ message, tone: 'warning', ...OTHER })
}

export function toastError(message: string): void {
  show({ message, tone: 'error', ...OTHER })
}

/** `Deleted!` with `Your file has been deleted.` */
export function popupSuccess(message: string, detail?: string): void {
  show({ message, detail, place: 'middle', ...SUCCESS })
}

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toastStore.set([...toastStore.get(), { ...toast, id: lastId }])
}

export interface Countdown {
  /** Pauses the countdown, except for a toast that is not dismissible: a resting pointer must not keep that on the screen. */
  hold: () => void
  /** Restarts a held countdown. */
  release: () => void
  stop: () => void
}

/** Dismisses the toast after its duration. */
export function startCountdown({ id, duration, isDismissible }: Toast): Countdown {
  let timer: ReturnType<typeof setTimeout>
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = setTimeout(() => dismissToast(id), duration)
  }
  start()
  if (!isDismissible) return { hold: () => undefined, release: () => undefined, stop }
  return { hold: stop, release: start, stop }
}
