import { useEffect, useRef } from 'react'

/** Focuses the first invalid field after each submit, also one that the form library does not manage. */
export function useFirstInvalid(submitCount: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return form
}
