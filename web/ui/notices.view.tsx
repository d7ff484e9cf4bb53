import { useEffect, useState, useSyncExternalStore } from 'react'
import { CheckIcon, CloseIcon } from './icons.tsx'
import { currentNotices, dismissNotice, type Notice, subscribeNotices } from './notices.ts'

const NONE: readonly Notice[] = []

/** Where toasts and popups appear; stands once, in the root. */
export function Notices() {
  const notices = useSyncExternalStore(subscribeNotices, currentNotices, () => NONE)
  return (
    <>
      {(['corner', 'middle'] as const).map((place) => (
        <div key={place} className={`notices notices-${place}`}>
          {notices
            .filter((notice) => notice.place === place)
            .map((notice) => (
              <NoticeCard key={notice.id} {...notice} />
            ))}
        </div>
      ))}
    </>
  )
}

/** Counts its own time down, and waits while it is pointed at or focused. */
function NoticeCard({ id, message, detail, tone, place, lasts }: Notice) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissNotice(id), lasts)
    return () => clearTimeout(timer)
  }, [id, lasts, held])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    <section
      aria-label="Message"
      className={`notice notice-${tone}`}
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
      {lasts > 2000 && (
        <button
          type="button"
          className="btn btn-ghost btn-square btn-xs"
          aria-label="Dismiss"
          onClick={() => dismissNotice(id)}
        >
          <CloseIcon className="size-4" />
        </button>
      )}
    </section>
  )
}
