import type { UseFormReturn } from 'react-hook-form'
import type { LabeledLink } from '#contract/values/fields.ts'
import { LinksEditor } from '#web/ui/forms/links/links-editor.tsx'
import { FieldConflict } from './field-conflict.tsx'
import type { PartProps } from './use-versioned-form.ts'

interface WithLinks {
  links: LabeledLink[]
}

interface LinksFieldProps<Draft extends WithLinks> extends PartProps<Draft> {
  /** The highest number of links. */
  max: number
  isLong?: boolean | undefined
}

/** The links of a draft, with their errors and their conflict. */
export function LinksField<Draft extends WithLinks>({ max, isLong, ...part }: LinksFieldProps<Draft>) {
  // React Hook Form types the values by paths, which those of a generic draft are not.
  const { formState, watch, setValue } = part.form as unknown as UseFormReturn<WithLinks>
  const { errors, isSubmitting, isSubmitted } = formState
  return (
    <div>
      <LinksEditor
        links={watch('links')}
        onChange={(links) => setValue('links', links, { shouldDirty: true, shouldValidate: isSubmitted })}
        errors={errors.links}
        readOnly={isSubmitting}
        max={max}
      />
      <FieldConflict
        {...part}
        field="links"
        label="Links"
        isLong={isLong}
        format={(links) => links.map(({ words, address }) => `${words} (${address})`).join('\n') || 'no links'}
      />
    </div>
  )
}
