/** The draft of a profile in a form. */
import type { Profile, ProfileEdit } from '#contract/profiles.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'

export interface ProfileDraft extends Omit<Profile, 'portrait'> {
  portrait: ImageDraft
}

export function toDraft({ biography, links }: Profile): ProfileDraft {
  return { biography, portrait: null, links }
}

/** Returns the fields in which a draft differs from `base`, after its portrait is uploaded. @throws UploadError */
export async function findChanges({ biography, portrait, links }: ProfileDraft, base: Profile): Promise<ProfileEdit> {
  const url = await readImageUrl(portrait)
  return {
    ...(biography !== base.biography && { biography }),
    ...(JSON.stringify(links) !== JSON.stringify(base.links) && { links }),
    ...(url !== undefined && { portrait: url ?? '' }),
  }
}
