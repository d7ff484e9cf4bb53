import type { Profile, ProfileEdit, VersionedProfile } from '#contract/profiles.ts'
import { MAX_PROFILE_LINKS } from '#contract/values/limits.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'
import { OptionalImage } from '#web/features/images/optional-image.tsx'
import { EditField, EditForm } from '#web/forms/edit-form.tsx'
import { LinksField } from '#web/forms/links-field.tsx'
import { useVersionedForm } from '#web/forms/use-versioned-form.ts'
import { EMPTY_LINK } from '#web/ui/forms/links/link-rows.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useSaveProfile } from './profile.query.ts'

const rules = lazyResolver<ProfileDraft>(() => import('./profile.rules.ts'))

interface ProfileFormProps {
  /** The id of the instructor. */
  id: string
  opened: VersionedProfile
}

/** Edits what visitors read about an instructor. */
export function ProfileForm({ id, opened }: ProfileFormProps) {
  const { save, reload } = useSaveProfile(id)
  const { frame, base, part } = useVersionedForm({
    name: `profile ${id}`,
    record: 'this profile',
    stored: opened,
    toDraft,
    items: { links: [EMPTY_LINK] },
    rules,
    findChanges,
    save: (changes, { version }) => save(changes, version),
    reload,
    staysOpen: true,
  })
  const { watch, setValue } = part.form
  return (
    <EditForm {...frame} label="Instructor profile" className="gap-6">
      <div className="max-w-md">
        <OptionalImage
          label="Portrait"
          hint="Without one, your page shows the photo of the account."
          value={watch('portrait')}
          onChange={(next) => {
            setValue('portrait', next, { shouldDirty: true })
            // The point of one portrait means nothing for another.
            setValue('focus', next === null ? (base.focus ?? '') : '')
          }}
          stored={base.portrait || null}
          focal={{
            value: watch('focus'),
            onChange: (focus) => setValue('focus', focus, { shouldDirty: true }),
          }}
        />
      </div>
      <EditField
        {...part}
        field="biography"
        label="Biography"
        rows={8}
        hint="It may use Markdown: **bold**, - lists and [links](https://…)."
      />
      <LinksField {...part} max={MAX_PROFILE_LINKS} />
    </EditForm>
  )
}

interface ProfileDraft extends Omit<Profile, 'portrait' | 'focus'> {
  portrait: ImageDraft
  focus: string
}

function toDraft({ biography, focus = '', links }: Profile): ProfileDraft {
  return { biography, portrait: null, focus, links }
}

/** Returns the fields in which a draft differs from `base`, after its portrait is uploaded. @throws UploadError */
async function findChanges({ portrait, ...draft }: ProfileDraft, base: Profile): Promise<ProfileEdit> {
  const { biography, focus, links } = draft
  const url = await readImageUrl(portrait)
  return {
    ...(biography !== base.biography && { biography }),
    ...(JSON.stringify(links) !== JSON.stringify(base.links) && { links }),
    ...(focus !== (base.focus ?? '') && { focus }),
    ...(url !== undefined && { portrait: url ?? '', focus }),
  }
}
