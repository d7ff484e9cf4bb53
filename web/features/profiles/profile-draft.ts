/** The draft of a profile in a form. */
import type { Profile, ProfileEdit } from '#contract/profiles.ts'
import { type ImageDraft, readImageUrl } from '#web/features/images/image-draft.ts'

export interface ProfileDraft extends Omit<Profile, 'portrait' | 'focus'> {
  portrait: ImageDraft
  focus: string
}

export function toDraft({ biography, focus = '', links }: Profile): ProfileDraft {
  return { biography, portrait: null, focus, links }
}

/** Returns the fields in which a draft differs from `base`, after its portrait is uploaded. @throws UploadError */
export async function findChanges({ portrait, ...draft }: ProfileDraft, base: Profile): Promise<ProfileEdit> {
  const { biography, focus, links } = draft
  const url = await readImageUrl(portrait)
  return {
    ...(biography !== base.biography && { biography }),
    ...(JSON.stringify(links) !== JSON.stringify(base.links) && { links }),
    ...(focus !== (base.focus ?? '') && { focus }),
    ...(url !== undefined && { portrait: url ?? '', focus }),
  }
}
