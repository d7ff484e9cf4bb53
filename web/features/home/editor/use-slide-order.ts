import { type DragEvent, useState } from 'react'
import type { ManagedSlide } from '#contract/home.ts'
import { focusSoon } from '#web/ui/focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { useSlideCalls } from './home-content.query.ts'

/** Moves slides by buttons and by dragging. The result is announced, and the focus stays on the moved slide. */
export function useSlideOrder(slides: ManagedSlide[]) {
  const { change } = useSlideCalls()
  const findPlace = ({ _id }: ManagedSlide) => slides.findIndex((slide) => slide._id === _id)
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
  const dragProps = useDrag((slide, target) => move(slide, findPlace(target)))
  return { move, findPlace, hasPlace: (position: number) => position in slides, dragProps }
}

/** Returns a function with the props by which an item is dragged, and marked as the place to drop. */
function useDrag(onDrop: (dragged: ManagedSlide, target: ManagedSlide) => Promise<void>) {
  const [dragged, setDragged] = useState<ManagedSlide | null>(null)
  const [targetId, setTargetId] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setTargetId(null)
  }
  return (slide: ManagedSlide) => ({
    draggable: true,
    'data-dragged': dragged?._id === slide._id,
    'data-target': targetId === slide._id,
    onDragStart: () => setDragged(slide),
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (dragged) event.preventDefault()
      setTargetId(slide._id)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      if (dragged && dragged._id !== slide._id) void onDrop(dragged, slide)
      end()
    },
  })
}

function findEnabled(control: HTMLElement): HTMLElement {
  const buttons = [...(control.parentElement?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
  return buttons.find((button) => button === control) ?? buttons[0] ?? control
}
