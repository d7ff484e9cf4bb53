import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { toMessage } from '#web/session/messages.ts'
import type { LazyResolver } from '#web/ui/validation/lazy-resolver.ts'

interface SignInForm<T> {
  /** The rules of the form, which load on the first focus. */
  rules: LazyResolver<T & FieldValues>
  send: (values: T) => Promise<unknown>
  /** Returns the message of a rejected `send`; by default the message of the error. */
  describeError?: (error: unknown) => string
}

/** Messages by field name; `root` is the message of the whole form. */
type Messages<T> = Partial<Record<keyof T | 'root', string | undefined>>

/** The rules get values only: the messages are enough, no field needs to be marked. */
const RULE_OPTIONS = { fields: {}, shouldUseNativeValidation: false }

/**
 * The state of a sign-in form, without the 11 KB of react-hook-form: public pages load neither it nor the rules before the first
 * focus. Checks on submit, and after a rejected submit on every change; focuses the first invalid field.
 */
export function useSignInForm<T>({ rules: { resolver, preload }, send, describeError = toMessage }: SignInForm<T>) {
  const [messages, setMessages] = useState<Messages<T>>({})
  const [status, setStatus] = useState<'ready' | 'sending' | 'sent'>('ready')
  const isSending = useRef(false)
  const isChecked = useRef(false)

  const check = async (form: HTMLFormElement) => {
    const entered = Object.fromEntries(new FormData(form)) as T & FieldValues
    const { values, errors } = await resolver(entered, undefined, RULE_OPTIONS)
    return { values: values as T, invalid: toMessages<T>(errors) }
  }
  /** Checks the fields of one step of a form. Returns whether they are valid; marks those that are not. */
  const checkFields = async (form: HTMLFormElement, names: readonly (keyof T & string)[]) => {
    const { invalid } = await check(form)
    const ofStep = Object.fromEntries(names.flatMap((name) => (invalid[name] ? [[name, invalid[name]]] : [])))
    setMessages(ofStep as Messages<T>)
    focusFirst(form, ofStep)
    return Object.keys(ofStep).length === 0
  }
  const submit = async (form: HTMLFormElement) => {
    const { values, invalid } = await check(form)
    isChecked.current = true
    setMessages(invalid)
    if (Object.keys(invalid).length > 0) return focusFirst(form, invalid)
    await send(values)
    setStatus('sent')
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setStatus('sending')
    await submit(event.currentTarget).catch((error) => setMessages({ root: describeError(error) } as Messages<T>))
    setStatus((current) => (current === 'sending' ? 'ready' : current))
    isSending.current = false
  }
  const onChange = async ({ currentTarget }: ChangeEvent<HTMLFormElement>) => {
    if (!isChecked.current) return
    const { invalid } = await check(currentTarget)
    setMessages(({ root }) => ({ root, ...invalid }))
  }
  const form = { method: 'post', noValidate: true, onSubmit, onChange, onFocus: preload } as const
  return { form, messages, checkFields, isSending: status === 'sending', isSent: status === 'sent' }
}

function toMessages<T>(errors: FieldErrors): Messages<T> {
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, `${error?.message}`])) as Messages<T>
}

function focusFirst(form: HTMLFormElement, messages: object): void {
  const inputs = [...form.elements].filter((element) => element instanceof HTMLInputElement)
  inputs.find(({ name }) => name in messages)?.focus()
}
