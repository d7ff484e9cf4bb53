import { useEffect, useState } from 'react'
import { toastError } from '#web/ui/toasts.ts'
import { COULD_NOT_LOAD, useView } from '#web/ui/views/use-view.ts'

const loadDialog = () => import('./search-dialog.view.tsx')

/** Opens the search of admins; so does Ctrl K, or Command K. Rendered once. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const SearchDialog = useView(loadDialog, isOpen, () => {
    close()
    toastError(COULD_NOT_LOAD)
  })
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setIsOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button
        type="button"
        className="btn btn-outline justify-start gap-3 lg:w-full"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        Find
        <span className="ms-auto text-xs text-soft max-lg:hidden" aria-hidden="true">
          {/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      {isOpen && SearchDialog && <SearchDialog onClose={close} />}
    </>
  )
}

/** A dialog that is open already keeps the keyboard. */
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'k' || altKey || shiftKey || ctrlKey === metaKey) return false
  return document.querySelector('dialog[open]') === null
}
