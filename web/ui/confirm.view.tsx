import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { currentQuestion, subscribeQuestion } from './confirm.ts'

/** The popup of `confirm()`; stands once, in the root. A native modal dialog: it keeps the focus and gives it back. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribeQuestion, currentQuestion, () => null)
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
