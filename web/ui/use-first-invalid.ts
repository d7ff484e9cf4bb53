import { useEffect, useRef } from 'react'

/** Brings the reader to the first field that is not right, each time a form was sent; also to one that the form library does not know. */
export function useFirstInvalid(submitCount: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return form
}
