import { type ReactNode, Suspense } from 'react'
import { Await, useAsyncError, useRevalidator } from 'react-router'
import { Failed } from '../states.tsx'

interface DeferredProps<T> {
  /** The value in a served page; a promise after navigation inside the site. */
  value: T | Promise<T>
  /** Shown until the value is loaded. */
  fallback: ReactNode
  children: (value: T) => ReactNode
}

/** Shows a loader's value once it is loaded, or the error with a button to try again. */
export function Deferred<T>({ value, fallback, children }: DeferredProps<T>) {
  return (
    <Suspense fallback={fallback}>
      {value instanceof Promise ? (
        <Await resolve={value} errorElement={<LoadError />}>
          {(loaded) => children(loaded as T)}
        </Await>
      ) : (
        children(value)
      )}
    </Suspense>
  )
}

function LoadError() {
  const error = useAsyncError()
  const { revalidate } = useRevalidator()
  return (
    <Failed
      message={error instanceof Error ? error.message : "We couldn't load this."}
      onRetry={() => void revalidate()}
    />
  )
}
