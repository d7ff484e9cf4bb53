import type { SchoolClass } from '#contract/classes.ts'
import { Picture } from '#web/ui/picture.tsx'

/** The class that a page is about: its image, name and instructor. */
export function ClassLine({ schoolClass }: { schoolClass: SchoolClass }) {
  const { className, classImage, focus, instructorName } = schoolClass
  return (
    <div className="flex flex-wrap items-center gap-6">
      <Picture src={classImage} alt="" focus={focus} sizes="12rem" className="aspect-[3/2] w-[min(12rem,100%)]" />
      <div className="min-w-0">
        <h2 className="wrap-anywhere font-display text-2xl">{className}</h2>
        <p className="text-soft">{instructorName}</p>
      </div>
    </div>
  )
}
