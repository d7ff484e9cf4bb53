import { useState } from 'react'
import type { ManagedSlide } from '#contract/home.ts'
import { About, Button } from '#web/ui/button.tsx'
import { ContentActions, ContentItem } from './content-item.tsx'
import { useSlideCalls } from './home-content.query.ts'
import { SlideForm } from './slide-form.tsx'
import { useSlideOrder } from './use-slide-order.ts'

/** All slides in their order, and a form for a new one. */
export function SlideList({ slides }: { slides: ManagedSlide[] }) {
  const { change, remove } = useSlideCalls()
  const [editedId, setEditedId] = useState<string | null>(null)
  const { move, dragProps } = useSlideOrder(slides)
  const endEditing = () => setEditedId(null)
  const renderItem = (slide: ManagedSlide, index: number) => {
    const { _id, title, version } = slide
    const moveButton = (label: string, position: number) => (
      <Button
        look="outline"
        className="btn-sm"
        disabled={position < 0 || position >= slides.length}
        onClick={({ currentTarget }) => move(slide, position, currentTarget)}
      >
        {label}
        <About>{title}</About>
      </Button>
    )
    const actions = (
      <>
        {moveButton('Up', index - 1)}
        {moveButton('Down', index + 1)}
        <ContentActions
          title={title}
          published={slide.published}
          onEdit={() => setEditedId(_id)}
          onPublish={(published) => change(_id, { published }, version)}
          onDelete={() => remove(_id)}
        />
      </>
    )
    return (
      <ContentItem
        key={_id}
        title={title}
        published={slide.published}
        image={slide.img}
        actions={actions}
        {...dragProps(slide, index)}
      >
        <p className="mt-1 text-sm text-soft">{slide.description}</p>
      </ContentItem>
    )
  }
  return (
    <>
      {slides.length > 0 && (
        <ol aria-label="Slides" className="mb-12 border-line border-b">
          {slides.map((slide, index) =>
            slide._id === editedId ? (
              <li key={slide._id} className="border-line border-t py-6">
                <SlideForm slide={slide} onDone={endEditing} />
              </li>
            ) : (
              renderItem(slide, index)
            ),
          )}
        </ol>
      )}
      {editedId === null && (
        <section aria-labelledby="add-slide">
          <h2 id="add-slide" className="mb-5 font-display text-2xl">
            Add a slide
          </h2>
          <SlideForm slide={null} onDone={endEditing} />
        </section>
      )}
    </>
  )
}
