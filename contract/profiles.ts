/** Profiles: what instructors tell visitors about themselves. */
import { z } from 'zod'
import { Focus } from './class-texts.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, ImageUrl, LabeledLink, MarkdownText, Modified } from './values/fields.ts'
import { MAX_BIOGRAPHY_LENGTH, MAX_PROFILE_LINKS } from './values/limits.ts'

export const Profile = z.object({
  /** Markdown. */
  biography: MarkdownText.max(MAX_BIOGRAPHY_LENGTH),
  /** Blank for the photo of the user record. */
  portrait: ImageUrl.or(z.literal('')),
  /** Of the portrait; absent for the middle. A change of the portrait without it makes it blank. */
  focus: Focus.optional(),
  links: z.array(LabeledLink).max(MAX_PROFILE_LINKS),
})
export type Profile = z.infer<typeof Profile>

/** Absent fields stay as they are. */
export const ProfileEdit = Profile.partial()
export type ProfileEdit = z.infer<typeof ProfileEdit>

/** A profile with the version for `If-Match`; 0 if it has not been saved yet. */
export const VersionedProfile = Profile.extend({ version: z.int() })
export type VersionedProfile = z.infer<typeof VersionedProfile>

/** A profile as visitors see it. */
export const ShownProfile = Profile.omit({ biography: true }).extend({
  /** The biography as HTML that is safe to insert. */
  html: z.string(),
  /** The biography in one or two sentences without marks, for search engines. Empty without a biography. */
  summary: z.string(),
})
export type ShownProfile = z.infer<typeof ShownProfile>

export const profilesEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getInstructorProfile: endpoint({
    method: 'GET',
    path: '/instructor/{id}/profile',
    summary: 'Returns the profile of an instructor, for themselves and for admins.',
    access: 'staff',
    params: ById,
    response: VersionedProfile,
  }),
  changeInstructorProfile: endpoint({
    method: 'PATCH',
    path: '/instructor/{id}/profile',
    summary: 'Changes the profile of an instructor, by themselves or an admin.',
    access: 'staff',
    params: ById,
    body: ProfileEdit,
    response: Modified,
    versioned: true,
    // Each change drops the cached pages.
    rateLimit: { max: 120, minutes: 10 },
  }),
}))
