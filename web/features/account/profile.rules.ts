/** The checks of a profile. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { PersonName, PersonPhone, PhotoUrl } from '#contract/users.ts'

const ProfileForm = z.object({ name: PersonName, photo: PhotoUrl, phone: PersonPhone })
export type ProfileForm = z.infer<typeof ProfileForm>

export const rules = zodResolver(ProfileForm)
