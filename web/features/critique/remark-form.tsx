import type { RemarkKind } from '#contract/remark-geometry.ts'
import { TextForm } from './text-form.tsx'

interface RemarkFormProps {
  /** As of `TextForm`. */
  name: string
  kind: RemarkKind
  initial?: string
  onSave: (text: string) => Promise<unknown>
  onCancel: () => void
}

/** The text of a remark. A pin and a note say something; the other kinds may speak for themselves. */
export function RemarkForm({ kind, ...props }: RemarkFormProps) {
  const isRequired = kind === 'pin' || kind === 'note'
  return <TextForm label="Text of the remark" action="Save draft" isRequired={isRequired} {...props} />
}
