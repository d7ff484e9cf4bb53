/** GET, POST, PATCH and DELETE of slides and reviews, for admins. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ManagedReview, ManagedSlide, NewReview, NewSlide, ReviewChange, SlideChange } from '#contract/home.ts'
import { api, call } from '#web/api.ts'
import type { ContentCalls } from '#web/forms/use-content-form.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export const slidesQuery = queryOptions({ queryKey: queryKeys.slides, queryFn: () => call(api.listManagedSlides) })
export const reviewsQuery = queryOptions({ queryKey: queryKeys.reviews, queryFn: () => call(api.listManagedReviews) })

/** Every call rejects with a CallError. */
export function useSlideCalls(): ContentCalls<ManagedSlide, NewSlide, SlideChange> {
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'slidesChanged')
  return {
    add: (body) => call(api.addSlide, { body }).then(refetch),
    change: (id, body, ifMatch) => call(api.changeSlide, { params: { id }, body }, { ifMatch }).then(refetch),
    remove: (id) => call(api.deleteSlide, { params: { id } }).then(refetch),
    reload: () => client.fetchQuery({ ...slidesQuery, staleTime: 0 }),
  }
}

/** Every call rejects with a CallError. */
export function useReviewCalls(): ContentCalls<ManagedReview, NewReview, ReviewChange> {
  const client = useQueryClient()
  const refetch = () => refetchAfter(client, 'reviewsChanged')
  return {
    add: (body) => call(api.addReview, { body }).then(refetch),
    change: (id, body, ifMatch) => call(api.changeReview, { params: { id }, body }, { ifMatch }).then(refetch),
    remove: (id) => call(api.deleteReview, { params: { id } }).then(refetch),
    reload: () => client.fetchQuery({ ...reviewsQuery, staleTime: 0 }),
  }
}
