import { useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { CallError } from '#contract/call.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { ShownError, toMessage } from '#web/session/messages.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import type { LazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { type DraftConflict, mergeDraft } from './draft-conflict.ts'

interface VersionedFormOptions<Stored, Draft extends FieldValues, Changes, Context, Valid> {
  /** The form among those of the user: `material {id}`. */
  name: string
  /** The record in the message of a conflict: `this class`. */
  record: string
  stored: Stored
  toDraft: (stored: Stored) => Draft
  /** An item for each list of a draft, as an example of its shape. */
  items?: Partial<Draft>
  rules: LazyResolver<Draft, Context, Valid>
  /** Data for the rules, beside the draft. */
  context?: Context
  /** Without changes nothing is saved. @throws ShownError */
  findChanges: (draft: Valid, base: Stored) => Changes | Promise<Changes>
  /** Resolves with false if the user decides against it. Rejects with a CallError. */
  save: (changes: Changes, base: Stored, draft: Valid) => Promise<unknown>
  /** Reads the current record. */
  reload: (base: Stored) => Promise<Stored>
  savedMessage?: string
  /** True if the form starts over from the saved record. */
  staysOpen: boolean
  onSaved?: () => unknown
  /** Handles an error of `save`; without it, or if it returns false, the message is above the fields. */
  onError?: (error: unknown, draft: Valid) => Promise<boolean> | boolean
}

/** A record that changed on the server, beside the drafts of its versions. */
export interface RecordConflict<Stored, Draft> extends DraftConflict<Draft> {
  records: { before: Stored; now: Stored }
}

/** Props shared by the fields of a form. */
export interface PartProps<Draft extends FieldValues, Stored = unknown> {
  // biome-ignore lint/suspicious/noExplicitAny: the context and the checked values of the form do not matter to its fields
  form: UseFormReturn<Draft, any, any>
  /** The record that the form started from. */
  base: Stored
  conflict: RecordConflict<Stored, Draft> | null
}

/** True if a change was rejected because the record has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof CallError && error.code === 'CHANGED_MEANWHILE'
}

/** Returns the message of a change that failed. @param record `this class` */
export function toSaveMessage(error: unknown, record: string): string {
  const isGone = error instanceof CallError && error.statusCode === 404
  return isGone ? `We can't find ${record}: it was deleted. Copy what you need before you leave.` : toMessage(error)
}

/**
 * The form of a record, which keeps a draft in the browser and saves with the version that it read. After a conflict it continues from the
 * server's version with the user's edits. Returns the props of its `EditForm` and of its fields.
 */
export function useVersionedForm<Stored, Draft extends FieldValues, Changes, Context, Valid>(
  options: VersionedFormOptions<Stored, Draft, Changes, Context, Valid>,
) {
  const { name, record, stored, toDraft, items, rules, context, staysOpen, onSaved, onError } = options
  const [base, setBase] = useState(stored)
  const [conflict, setConflict] = useState<RecordConflict<Stored, Draft> | null>(null)
  const form = useForm<Draft, Context, Valid>({
    resolver: rules.resolver,
    ...(context !== undefined && { context }),
    defaultValues: toDraft(stored) as DefaultValues<Draft>,
  })
  const { note, markSaved } = useDraft(form, { name, ...(items && { items }) })
  const setProblem = (message: string) => form.setError('root' as never, { message })
  const startFrom = (now: Stored, next: RecordConflict<Stored, Draft> | null) => {
    setBase(now)
    setConflict(next)
    form.reset(toDraft(now))
  }
  const showConflict = (now: Stored) => {
    const drafts = { before: toDraft(base), now: toDraft(now), mine: form.getValues() }
    startFrom(now, { ...drafts, records: { before: base, now } })
    form.reset(mergeDraft(drafts), { keepDefaultValues: true })
    setProblem(`Someone changed ${record} while you were editing. Nothing is lost: compare, choose, save again.`)
  }
  const send = async (draft: Valid) => {
    const changes = await options.findChanges(draft, base)
    if (Object.keys(changes as object).length === 0) return toastWarning('You have not changed anything.')
    if ((await options.save(changes, base, draft)) === false) return
    markSaved()
    toastSuccess(options.savedMessage ?? 'Updated SuccessFully')
    if (staysOpen) startFrom(await options.reload(base), null)
    await onSaved?.()
  }
  const handleError = async (error: unknown, draft: Valid) => {
    if (base !== null && isConflict(error)) showConflict(await options.reload(base))
    else if (!(await onError?.(error, draft))) throw error
  }
  const submit = form.handleSubmit(async (draft) => {
    try {
      await send(draft).catch((error) => handleError(error, draft))
    } catch (error) {
      if (!(error instanceof ShownError)) setProblem(base === null ? toMessage(error) : toSaveMessage(error, record))
    }
  })
  const frame = { onSubmit: submit, onFocus: rules.preload, state: form.formState, note }
  const part: PartProps<Draft, Stored> = { form, base, conflict }
  return { frame, base, part }
}
