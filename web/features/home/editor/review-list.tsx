import type { ManagedReview } from '#contract/home.ts'
import { ContentActions, ContentItem } from './content-item.tsx'
import { ContentList } from './content-list.tsx'
import { useReviewCalls } from './home-content.query.ts'
import { ReviewForm } from './review-form.tsx'

/** All reviews, and a form for a new one. */
export function ReviewList({ reviews }: { reviews: ManagedReview[] }) {
  return (
    <ContentList
      label="Reviews"
      addTitle="Add a review"
      rows={reviews}
      renderItem={(review, edit) => <ReviewItem key={review._id} review={review} onEdit={edit} />}
      renderForm={(review, onDone) => <ReviewForm review={review} onDone={onDone} />}
    />
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
      onPublish={(next) => change(_id, { published: next }, version)}
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
