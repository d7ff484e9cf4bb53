import type { LabeledLink } from '#contract/values/fields.ts'
import { About, Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** Errors of a link, by its parts. */
export type LinkErrors = { [Part in keyof LabeledLink]?: { message?: string } | undefined }

interface LinkRowProps {
  link: LabeledLink
  index: number
  isLast: boolean
  readOnly: boolean
  errors: LinkErrors | undefined
  onChange: (part: Partial<LabeledLink>) => void
  onBlurUrl: () => void
  /** Moves the row at an index up by one. */
  onMoveUp: (index: number) => void
  onRemove: () => void
}

/** The fields of one link, and the buttons that move or remove it. */
export function LinkRow({ link, readOnly, errors, onChange, onBlurUrl, ...actions }: LinkRowProps) {
  const { index } = actions
  return (
    <li className="link-row">
      <Field
        label={`Label of link ${index + 1}`}
        readOnly={readOnly}
        error={errors?.words?.message}
        value={link.words}
        onChange={({ target }) => onChange({ words: target.value })}
      />
      <Field
        label={`URL of link ${index + 1}`}
        type="url"
        inputMode="url"
        placeholder="https://"
        readOnly={readOnly}
        error={errors?.address?.message}
        value={link.address}
        onChange={({ target }) => onChange({ address: target.value })}
        onBlur={onBlurUrl}
      />
      <LinkActions {...actions} />
    </li>
  )
}

type LinkActionsProps = Pick<LinkRowProps, 'index' | 'isLast' | 'onMoveUp' | 'onRemove'>

function LinkActions({ index, isLast, onMoveUp, onRemove }: LinkActionsProps) {
  return (
    <div className="flex flex-wrap gap-1">
      <LinkButton label="Move up" index={index} disabled={index === 0} onClick={() => onMoveUp(index)} />
      <LinkButton label="Move down" index={index} disabled={isLast} onClick={() => onMoveUp(index + 1)} />
      <LinkButton label="Remove" index={index} onClick={onRemove} />
    </div>
  )
}

interface LinkButtonProps {
  label: string
  index: number
  disabled?: boolean
  onClick: () => void
}

function LinkButton({ label, index, disabled = false, onClick }: LinkButtonProps) {
  return (
    <Button look="ghost" className="btn-sm" disabled={disabled} onClick={onClick}>
      {label}
      <About>{`link ${index + 1}`}</About>
    </Button>
  )
}
