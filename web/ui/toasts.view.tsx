import { useEffect, useRef } from 'react'
import { useStore } from '#web/store.ts'
import { CheckIcon, CloseIcon } from './icons.tsx'
import {
  type Countdown,
  dismissPopupsOnEscape,
  dismissToast,
  startCountdown,
  type Toast,
  toastStore,
} from './toasts.ts'

/** The place of toasts and popups; rendered once, in the frame of the page. Escape closes the popups. */
export function Toasts() {
  const toasts = useStore(toastStore)
  const hasPopup = toasts.some(({ place }) => place === 'middle')
  useEffect(() => {
    if (!hasPopup) return
    window.addEventListener('keydown', dismissPopupsOnEscape)
    return () => window.removeEventListener('keydown', dismissPopupsOnEscape)
  }, [hasPopup])
  return (
    <>
      {(['corner', 'middle'] as const).map((place) => (
        <div key={place} className={`toasts toasts-${place}`}>
          {toasts
            .filter((toast) => toast.place === place)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} position={toasts.indexOf(toast)} />
            ))}
        </div>
      ))}
    </>
  )
}

/** A landmark, as axe requires of content beside the main one; its number makes its name unique. */
function ToastCard({ toast, position }: { toast: Toast; position: number }) {
  const { id, message, detail, tone, place, isDismissible } = toast
  const countdown = useRef<Countdown>(null)
  useEffect(() => {
    countdown.current = startCountdown(toast)
    return countdown.current.stop
  }, [toast])
  const hold = () => countdown.current?.hold()
  const release = () => countdown.current?.release()
  return (
    <section
      aria-label={position === 0 ? 'Message' : `Message ${position + 1}`}
      className={`toast-card toast-${tone}`}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {tone === 'success' && <CheckIcon className="size-5 shrink-0 self-center" />}
      <div role={tone === 'error' ? 'alert' : 'status'} className="min-w-0 grow self-center break-words">
        <p className={place === 'middle' ? 'font-display text-2xl' : undefined}>{message}</p>
        {detail && <p className="mt-1 text-sm">{detail}</p>}
      </div>
      {isDismissible && (
        <button
          type="button"
          className="btn btn-ghost btn-square btn-xs"
          aria-label="Dismiss"
          onClick={() => dismissToast(id)}
        >
          <CloseIcon className="size-4" />
        </button>
      )}
    </section>
  )
}
