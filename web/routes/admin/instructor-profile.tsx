import { ProfileEditor } from '#web/features/profiles/profile-editor.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { BackLink } from '#web/ui/text/back-link.tsx'
import type { Route } from './+types/instructor-profile.ts'

export const handle = {
  within: '/dashboard/all-users',
  screenshots: [{ name: 'instructor-profile', fill: 'instructorId' }],
} satisfies PageHandle

/** The public profile of one instructor, for admins. */
export default function InstructorProfile({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Instructor profile" />
      <BackLink to="/dashboard/all-users">Manage Users</BackLink>
      <h1 className="mb-3 font-display text-4xl sm:text-5xl">Instructor profile</h1>
      <p className="mb-8 max-w-prose text-soft">Visitors read it on the instructor's page, above their classes.</p>
      <div className="grid max-w-2xl gap-6">
        <ProfileEditor id={params.id} />
      </div>
    </>
  )
}
