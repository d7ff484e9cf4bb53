import { ProfileSection } from '#web/features/account/profile-section.tsx'
import { ProfileEditor } from './profile-editor.tsx'

/** The public profile of the instructor who is signed in. */
export default function OwnProfile({ id }: { id: string }) {
  return (
    <ProfileSection title="Instructor profile" line="Visitors read it on your page, above your classes.">
      <ProfileEditor id={id} />
    </ProfileSection>
  )
}
