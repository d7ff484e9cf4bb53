import { UpdateClassForm } from '#web/features/class-editor/update-class-form.tsx'
import { BackToClasses, InsidersPage } from '#web/features/classes/insiders-page.tsx'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { Titled } from '#web/school/titled.tsx'
import { Empty } from '#web/ui/states.tsx'
import { useAsNow } from '#web/ui/use-as-now.ts'
import type { Route } from './+types/class-update.ts'

/** Changes a class of one's own. */
export default function ClassUpdate({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Update Class" />
      <InsidersPage title="Update Class" query={useAsNow(schoolClassQuery(params.id))}>
        {(found) =>
          found.withdrawn_at === undefined ? (
            <UpdateClassForm key={found._id} opened={found} />
          ) : (
            <Empty sentence="This class is withdrawn, so that nothing of it can be changed any more.">
              <BackToClasses />
            </Empty>
          )
        }
      </InsidersPage>
    </>
  )
}
