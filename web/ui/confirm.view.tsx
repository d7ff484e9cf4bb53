import { useEffect, useId, useRef } from 'react'
import { useStore } from '#web/store.ts'
import { Button } from './button.tsx'
import { confirmationStore } from './confirm.ts'

/** The dialog of `confirm()`; rendered once, in the frame of the page. A native modal dialog: it traps the focus and restores it. */
export function ConfirmDialog() {
  const question = useStore(confirmationStore)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (question) dialog.current?.showModal()
    else dialog.current?.close()
  }, [question])
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => question?.answer(false)}
    >
      {question && (
        <>
          <h2 id={`${id}-title`} className="font-display text-2xl">
            {question.title}
          </h2>
          <p id={`${id}-text`} className="mt-2 text-soft">
            {question.text}
            {question.detail && <span className="wrap-anywhere mt-2 block text-base-content">{question.detail}</span>}
          </p>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="ghost" onClick={() => question.answer(false)}>
              {question.decline ?? 'Cancel'}
            </Button>
            <Button onClick={() => question.answer(true)}>{question.action}</Button>
          </div>
        </>
      )}
    </dialog>
  )
}
