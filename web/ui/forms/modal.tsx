import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface ModalProps {
  title: ReactNode
  /** The user leaves without an answer. */
  onClose: () => void
  children: ReactNode
}

/** A modal dialog that is open while it is rendered. */
export function Modal({ title, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closes before React removes it, so that the focus returns to the control that had it.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="confirm text-start" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} className="font-display text-2xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
