import { type DragEvent, useState } from 'react'
import type { ManagedSlide } from '#contract/home.ts'
import { focusSoon } from '#web/ui/focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSlideCalls } from './home-content.query.ts'

/** Moves slides by buttons and by dragging. The result is announced, and the focus stays on the moved slide. */
export function useSlideOrder(slides: ManagedSlide[]) {
  const { change } = useSlideCalls()
  const [dragged, setDragged] = useState<ManagedSlide | null>(null)
  const [target, setTarget] = useState<number | null>(null)

  const move = async ({ _id, title }: ManagedSlide, position: number, control?: HTMLElement) => {
    try {
      await change(_id, { position })
      toastSuccess(`${title} is number ${position + 1} of ${slides.length} now.`)
    } catch (error) {
      toastError((error as Error).message)
    }
    // The list has moved the element, which takes the focus away. At an end its button is disabled.
    if (control) focusSoon(() => findEnabled(control))
  }
  const endDrag = () => {
    setDragged(null)
    setTarget(null)
  }
  /** Returns the props by which an item is dragged, and marked as the place to drop. */
  const dragProps = (slide: ManagedSlide, index: number) => ({
    draggable: true,
    'data-dragged': dragged?._id === slide._id,
    'data-target': target === index,
    onDragStart: () => setDragged(slide),
    onDragEnd: endDrag,
    onDragOver: (event: DragEvent) => {
      if (!dragged) return
      event.preventDefault()
      setTarget(index)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged && dragged._id !== slide._id) void move(dragged, index)
      endDrag()
    },
  })
  return { move, dragProps }
}

function findEnabled(control: HTMLElement): HTMLElement {
  const buttons = control.parentElement?.querySelectorAll<HTMLButtonElement>('button:enabled')
  return [...(buttons ?? [])].find((button) => button === control) ?? buttons?.[0] ?? control
}
