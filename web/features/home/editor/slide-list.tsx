import { type DragEvent, useState } from 'react'
import type { ManagedSlide } from '#contract/home.ts'
import { About, Button } from '#web/ui/button.tsx'
import { focusEnabled } from '#web/ui/focus.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { ContentActions, ContentItem } from './content-item.tsx'
import { ContentList } from './content-list.tsx'
import { useSlideCalls } from './home-content.query.ts'
import { SlideForm } from './slide-form.tsx'

/** All slides in their order, and a form for a new one. */
export function SlideList({ slides }: { slides: ManagedSlide[] }) {
  const order = useSlideOrder(slides)
  return (
    <ContentList
      label="Slides"
      addTitle="Add a slide"
      rows={slides}
      renderItem={(slide, edit) => <SlideItem key={slide._id} slide={slide} order={order} onEdit={edit} />}
      renderForm={(slide, onDone) => <SlideForm slide={slide} onDone={onDone} />}
    />
  )
}

interface SlideItemProps {
  slide: ManagedSlide
  order: ReturnType<typeof useSlideOrder>
  onEdit: () => void
}

function SlideItem({ slide, order, onEdit }: SlideItemProps) {
  const { _id, title, published, version, img, description } = slide
  const { change, remove } = useSlideCalls()
  const actions = (
    <>
      <MoveButton slide={slide} order={order} by={-1} />
      <MoveButton slide={slide} order={order} by={1} />
      <ContentActions
        title={title}
        published={published}
        onEdit={onEdit}
        onPublish={(next) => change(_id, { published: next }, version)}
        onDelete={() => remove(_id)}
      />
    </>
  )
  return (
    <ContentItem image={img} title={title} published={published} actions={actions} {...order.dragProps(slide)}>
      <p className="mt-1 text-sm text-soft">{description}</p>
    </ContentItem>
  )
}

function MoveButton({ slide, order, by }: Omit<SlideItemProps, 'onEdit'> & { by: 1 | -1 }) {
  const position = order.findPlace(slide) + by
  return (
    <Button
      look="outline"
      className="btn-sm"
      disabled={!order.hasPlace(position)}
      onClick={({ currentTarget }) => order.move(slide, position, currentTarget)}
    >
      {by === 1 ? 'Down' : 'Up'}
      <About>{slide.title}</About>
    </Button>
  )
}

/** Moves slides by buttons and by dragging. The result is announced, and the focus stays on the moved slide. */
function useSlideOrder(slides: ManagedSlide[]) {
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
    if (control) focusEnabled(control)
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
