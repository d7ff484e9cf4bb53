/** The fields of the setup that outlast a reload in this tab: all but the passwords. */
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { loadFromTab, storeInTab } from '#web/session/drafts/tab-storage.ts'
import type { SchoolForm } from './setup.rules.ts'

const NAMES: (keyof SchoolForm)[] = [
  ...(['name', 'email', 'school_name', 'school_email', 'address', 'currency', 'time_zone'] as const),
  ...(['instructor_email', 'example_classes'] as const),
]
const KEY = 'setup'

/** Returns the ref of the form, in which it restores what was typed, and what stores it at each input. */
export function useTypedSetup(): { ref: RefObject<HTMLFormElement | null>; onInput: (event: FormEvent) => void } {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const stored = loadFromTab(KEY) ?? {}
    for (const field of listFields(ref.current)) restore(field, stored[field.name])
  }, [])
  const onInput = () =>
    storeInTab(KEY, Object.fromEntries(listFields(ref.current).map(({ name, value }) => [name, value])))
  return { ref, onInput }
}

/** Forgets what was typed, once the school is set up. */
export function forgetTypedSetup(): void {
  storeInTab(KEY, null)
}

type TypedField = HTMLInputElement | HTMLSelectElement

/** The address of an owner who has signed in is none: it cannot be typed. */
function listFields(form: HTMLFormElement | null): TypedField[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is TypedField =>
      (element instanceof HTMLSelectElement || (element instanceof HTMLInputElement && !element.readOnly)) &&
      NAMES.some((name) => name === element.name),
  )
}

/** A select keeps its value where it no longer has the stored one. */
function restore(field: TypedField, text: unknown): void {
  if (typeof text !== 'string') return
  if (field instanceof HTMLSelectElement && ![...field.options].some(({ value }) => value === text)) return
  field.value = text
}
