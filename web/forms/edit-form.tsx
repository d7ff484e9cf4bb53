import {
  type ComponentProps,
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
} from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { About, Button, type Look } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { FieldConflict } from './field-conflict.tsx'
import type { PartProps } from './use-versioned-form.ts'

export interface FormFrame {
  onSubmit: FormEventHandler
  onFocus: () => void
  state: { errors: { root?: { message?: string | undefined } }; isSubmitting: boolean; submitCount: number }
  /** A note to read first. */
  note: ReactNode
}

interface EditFormProps extends FormFrame {
  /** The name of the form for screen readers. */
  label?: string
  className: string
  /** The effect of the button, above the fields. */
  lead?: ReactNode
  /** The label of the button. */
  action?: string
  look?: Look | undefined
  children: ReactNode
  /** Buttons beside that one. */
  actions?: ReactNode
  /** Keeps the buttons in view while the form is longer than the screen. */
  isLong?: boolean
}

/** A form with its error first and its buttons last. It focuses its first invalid field. */
export function EditForm(props: EditFormProps) {
  const {
    label,
    className,
    lead,
    onSubmit,
    onFocus,
    state,
    note,
    action = 'Save',
    look,
    children,
    actions,
    isLong,
  } = props
  const element = useFirstInvalid(state.submitCount)
  const problem = state.errors.root?.message
  return (
    <form
      ref={element}
      noValidate
      onSubmit={onSubmit}
      onFocus={onFocus}
      onKeyUp={showWhole}
      className="min-w-0"
      aria-label={label}
    >
      {lead && <div className="form-lead">{lead}</div>}
      <div className={`grid ${className}`}>
        <ScrollIntoView message={problem}>
          <FormError message={problem} />
        </ScrollIntoView>
        {note}
        {children}
      </div>
      <div className="form-actions" data-stays={isLong}>
        <Button type="submit" look={look} busy={state.isSubmitting}>
          {action}
        </Button>
        {actions}
      </div>
    </form>
  )
}

/** Browsers show only the line of the cursor of a text that Tab reaches. */
function showWhole({ key, target }: KeyboardEvent): void {
  if (key === 'Tab' && target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' })
}

/** Focuses the first invalid field after each submit, also one that the form library does not manage. */
function useFirstInvalid(submitCount: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])
  return form
}

interface ContentFormProps extends FormFrame, Pick<EditFormProps, 'look' | 'actions'> {
  label: string
  /** Absent for a new one. */
  onCancel?: (() => void) | undefined
  /** Has a text with its preview, which take the whole width. */
  isWide?: boolean
  children: ReactNode
}

/** The form of an item of a list. */
export function ContentForm({ onCancel, isWide = false, actions, ...props }: ContentFormProps) {
  const className = `grid-cols-1 gap-5 ${isWide ? 'editor-form' : 'max-w-4xl'}`
  return (
    <EditForm
      className={className}
      {...props}
      isLong={isWide}
      actions={
        <>
          {onCancel && (
            <Button look="outline" onClick={onCancel}>
              Cancel
            </Button>
          )}
          {actions}
        </>
      }
    />
  )
}

interface EditFieldProps<Draft extends FieldValues>
  extends PartProps<Draft>,
    Pick<
      ComponentProps<typeof Field>,
      'type' | 'step' | 'min' | 'inputMode' | 'placeholder' | 'required' | 'readOnly' | 'end' | 'hintId'
    > {
  field: keyof Draft & string
  label: string
  /** Says to screen readers what the field belongs to, where others have the same label. */
  about?: string
  hint?: ReactNode
  /** A text of several lines. */
  rows?: number
  /** One line that may be too long for its field, and wraps. */
  wraps?: boolean
  /** Of such a text. */
  area?: Pick<ComponentProps<typeof TextArea>, 'tools' | 'onKeyDown' | 'onCopy' | 'onCut' | 'onPaste' | 'onDrop'>
  /** Changes what the form sees of the text area. */
  wrapRef?: (ref: (field: unknown) => void) => (area: HTMLTextAreaElement | null) => void
}

/** A text of a draft, with its hint, error and conflict. */
export function EditField<Draft extends FieldValues>(props: EditFieldProps<Draft>) {
  const {
    form,
    base,
    conflict,
    field,
    label,
    about,
    hint,
    wraps,
    rows = wraps ? 2 : undefined,
    area,
    wrapRef,
    ...options
  } = props
  // React Hook Form types the values by paths, which a generic field is not.
  const { formState, register } = form as unknown as UseFormReturn<Record<string, string>>
  const registered = register(field, wraps ? { setValueAs: joinLines } : undefined)
  const labelled = about ? (
    <>
      {label}
      <About>{about}</About>
    </>
  ) : (
    label
  )
  const input = { label: labelled, error: formState.errors[field]?.message, ...registered }
  return (
    <div>
      {rows ? (
        <TextArea
          rows={rows}
          readOnly={options.readOnly}
          onKeyDown={wraps ? keepOnOneLine : undefined}
          {...area}
          {...input}
          {...(wrapRef && { ref: wrapRef(registered.ref) })}
        />
      ) : (
        <Field autoComplete="off" {...options} {...input} />
      )}
      <Hint>{hint}</Hint>
      <FieldConflict form={form} base={base} conflict={conflict} field={field} label={label} />
    </div>
  )
}

/** A pasted text may have several lines. */
const joinLines = (text: string) => text.replaceAll('\n', ' ')

function keepOnOneLine(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** Explains a field. */
export function Hint({ children }: { children: ReactNode }) {
  return children ? <p className="mt-1.5 text-sm text-soft">{children}</p> : null
}
