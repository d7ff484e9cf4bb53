import { useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

interface AuthenticationProps {
  /** What to do with the answer; null while nobody is asked. */
  answer: ((passed: boolean) => void) | null
}

/** Asks whom a card belongs to, in place of their bank. A native modal dialog; closing it by Escape is a no. */
export function Authentication({ answer }: AuthenticationProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (answer) dialog.current?.showModal()
    else dialog.current?.close()
  }, [answer])
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => answer?.(false)}
    >
      {answer && (
        <>
          <h2 id={`${id}-title`} className="font-display text-2xl">
            Is this your card?
          </h2>
          <p id={`${id}-text`} className="mt-2 text-soft">
            Here the bank of a real card would ask for a code or a fingerprint (3D Secure). This pretend one takes your
            word for it.
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="ghost" onClick={() => answer(false)}>
              Fail authentication
            </Button>
            <Button onClick={() => answer(true)}>Complete authentication</Button>
          </div>
        </>
      )}
    </dialog>
  )
}
