import type { ManagedSlide } from '#contract/home.ts'
import { About, Button } from '#web/ui/button.tsx'
import { ContentActions, ContentItem } from './content-item.tsx'
import { ContentList } from './content-list.tsx'
import { useSlideCalls } from './home-content.query.ts'
import { SlideForm } from './slide-form.tsx'
import { useSlideOrder } from './use-slide-order.ts'

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
