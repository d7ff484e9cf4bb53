/** GET and PATCH /instructor/{id}/profile: the profile of an instructor, for themselves and for admins. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ProfileEdit, VersionedProfile } from '#contract/profiles.ts'
import { api, call } from '#web/api.ts'
import { queryKeys, refetchAfter } from '#web/queries.ts'

export function profileQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.profile, id],
    queryFn: () => call(api.getInstructorProfile, { params: { id } }),
  })
}

export function useSaveProfile(id: string) {
  const client = useQueryClient()
  return {
    /** Rejects with a CallError. */
    save: async (body: ProfileEdit, version: number): Promise<void> => {
      await call(api.changeInstructorProfile, { params: { id }, body }, { ifMatch: version })
      void refetchAfter(client, 'profileSaved')
    },
    /** Reads the current profile. Rejects with a CallError. */
    reload: (): Promise<VersionedProfile> => client.fetchQuery({ ...profileQuery(id), staleTime: 0 }),
  }
}
