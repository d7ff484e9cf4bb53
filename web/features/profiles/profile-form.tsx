import type { VersionedProfile } from '#contract/profiles.ts'
import { MAX_PROFILE_LINKS } from '#contract/values/limits.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldConflict } from '#web/ui/forms/field-conflict.tsx'
import { LinksEditor } from '#web/ui/forms/links/links-editor.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { type PartProps, useProfileForm } from './use-profile-form.ts'

interface ProfileFormProps {
  /** The id of the instructor. */
  id: string
  opened: VersionedProfile
}

/** Edits what visitors read about an instructor. */
export function ProfileForm({ id, opened }: ProfileFormProps) {
  const { submit, preload, note, part } = useProfileForm(id, opened)
  const { errors, isSubmitting, submitCount } = part.form.formState
  const element = useFirstInvalid(submitCount)
  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      onFocus={preload}
      className="grid gap-6"
      aria-label="Instructor profile"
    >
      <ScrollIntoView message={errors.root?.message}>
        <FormError message={errors.root?.message} />
      </ScrollIntoView>
      {note}
      <OptionalImage
        label="Portrait"
        hint="Without one, your page shows the photo of the account."
        value={part.form.watch('portrait')}
        onChange={(portrait) => part.form.setValue('portrait', portrait, { shouldDirty: true })}
        stored={part.base.portrait || null}
      />
      <Biography {...part} />
      <Links {...part} />
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Save
      </Button>
    </form>
  )
}

function Biography({ form, conflict }: PartProps) {
  return (
    <div>
      <TextArea
        label="Biography"
        rows={8}
        error={form.formState.errors.biography?.message}
        {...form.register('biography')}
      />
      <p className="mt-1.5 text-sm text-soft">It may use Markdown: **bold**, - lists and [links](https://…).</p>
      <FieldConflict
        field="biography"
        label="Biography"
        conflict={conflict}
        value={form.watch('biography')}
        onChoose={(text) => form.setValue('biography', text, { shouldDirty: true })}
        format={(text) => text || 'empty'}
      />
    </div>
  )
}

function Links({ form, conflict }: PartProps) {
  const { errors, isSubmitting, isSubmitted } = form.formState
  const links = form.watch('links')
  return (
    <div>
      <LinksEditor
        links={links}
        onChange={(next) => form.setValue('links', next, { shouldDirty: true, shouldValidate: isSubmitted })}
        errors={errors.links}
        readOnly={isSubmitting}
        max={MAX_PROFILE_LINKS}
      />
      <FieldConflict
        field="links"
        label="Links"
        conflict={conflict}
        value={links}
        onChoose={(next) => form.setValue('links', next, { shouldDirty: true })}
        format={(list) => list.map(({ words, address }) => `${words} (${address})`).join('\n') || 'no links'}
      />
    </div>
  )
}
