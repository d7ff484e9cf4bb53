import { type ReactNode, Suspense } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { Failed } from './states.tsx'

interface ArrivingProps<T> {
  /** There already in a served page; still on its way after a move inside the site. */
  of: T | Promise<T>
  meanwhile: ReactNode
  children: (value: T) => ReactNode
}

/** Shows what a loader answered as soon as it is there, and where it fails, the way to try again. */
export function Arriving<T>({ of, meanwhile, children }: ArrivingProps<T>) {
  return (
    <Suspense fallback={meanwhile}>
      {of instanceof Promise ? (
        <Await resolve={of} errorElement={<NotArrived />}>
          {(value) => children(value as T)}
        </Await>
      ) : (
        children(of)
      )}
    </Suspense>
  )
}

function NotArrived() {
  const error = useAsyncError()
  const { revalidate } = useRevalidator()
  return (
    <Failed
      message={error instanceof Error ? error.message : 'This could not be loaded.'}
      onRetry={() => void revalidate()}
    />
  )
}
