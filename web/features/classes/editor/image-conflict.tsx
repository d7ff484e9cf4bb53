import { usePreview } from '#web/features/images/use-preview.ts'
import { ConflictChoice } from '#web/ui/forms/conflict-choice.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import type { ClassConflict } from './class-conflict.ts'
import type { ClassFormState } from './class-image.tsx'

interface ImageConflictProps {
  conflict: ClassConflict | null
  form: ClassFormState
}

/** The image's counterpart of `FieldConflict`. */
export function ImageConflict({ conflict, form }: ImageConflictProps) {
  const mine = conflict?.mine.image ?? null
  const preview = usePreview(mine?.file)
  if (!conflict) return null
  const { before, now } = conflict
  if (mine)
    return (
      <ConflictChoice
        label="Class Image"
        mine={<Thumbnail src={preview} />}
        current={<Thumbnail src={now.classImage} />}
        chosen={form.watch('image') ? 'mine' : 'current'}
        onChoose={(side) => form.setValue('image', side === 'mine' ? mine : null)}
      />
    )
  if (now.classImage === before.classImage) return null
  return <p className="mt-1.5 text-sm text-soft">This picture changed after you opened the page.</p>
}

function Thumbnail({ src }: { src: string | null }) {
  return <Picture src={src} alt="" sizes={SMALL} className="thumb mt-1" />
}
