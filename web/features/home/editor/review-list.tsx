import { useState } from 'react'
import type { ManagedReview } from '#contract/home.ts'
import { ContentActions, ContentItem } from './content-item.tsx'
import { useReviewCalls } from './home-content.query.ts'
import { ReviewForm } from './review-form.tsx'

/** All reviews, and a form for a new one. */
export function ReviewList({ reviews }: { reviews: ManagedReview[] }) {
  const [editedId, setEditedId] = useState<string | null>(null)
  const endEditing = () => setEditedId(null)
  return (
    <>
      {reviews.length > 0 && (
        <ul aria-label="Reviews" className="mb-12 border-line border-b">
          {reviews.map((review) =>
            review._id === editedId ? (
              <li key={review._id} className="border-line border-t py-6">
                <ReviewForm review={review} onDone={endEditing} />
              </li>
            ) : (
              <ReviewItem key={review._id} review={review} onEdit={() => setEditedId(review._id)} />
            ),
          )}
        </ul>
      )}
      {editedId === null && (
        <section aria-labelledby="add-review">
          <h2 id="add-review" className="mb-5 font-display text-2xl">
            Add a review
          </h2>
          <ReviewForm review={null} onDone={endEditing} />
        </section>
      )}
    </>
  )
}

function ReviewItem({ review, onEdit }: { review: ManagedReview; onEdit: () => void }) {
  const { _id, version, title, published, image_url, role, description, consent } = review
  const { change, remove } = useReviewCalls()
  const actions = (
    <ContentActions
      title={title}
      published={published}
      onEdit={onEdit}
      onPublish={(published) => change(_id, { published }, version)}
      onDelete={() => remove(_id)}
    />
  )
  return (
    <ContentItem title={title} published={published} image={image_url} actions={actions}>
      {role && <p className="text-sm text-soft">{role}</p>}
      <p className="mt-1 text-sm">{description}</p>
      <p className="mt-1 text-sm text-soft">{consent ? `Consent: ${consent}` : 'No consent noted.'}</p>
    </ContentItem>
  )
}
