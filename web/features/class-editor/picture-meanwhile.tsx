import type { Control, UseFormSetValue } from 'react-hook-form'
import { useWatch } from 'react-hook-form/parts'
import { usePreview } from '#web/features/pictures/use-preview.ts'
import { MineOrTheirs } from '#web/ui/mine-or-theirs.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import type { CheckedDraft, ClassDraft, RulesContext } from './class-draft.ts'
import type { Meanwhile } from './meanwhile.ts'

interface PictureMeanwhileProps {
  meanwhile: Meanwhile | null
  control: Control<ClassDraft, RulesContext, CheckedDraft>
  setValue: UseFormSetValue<ClassDraft>
}

/** The same as below the other fields, for the picture. */
export function PictureMeanwhile({ meanwhile, control, setValue }: PictureMeanwhileProps) {
  const value = useWatch({ control, name: 'picture' })
  const mine = meanwhile?.mine.picture ?? null
  const preview = usePreview(mine?.file)
  if (!meanwhile) return null
  const { before, now } = meanwhile
  if (mine)
    return (
      <MineOrTheirs
        of="Class Image"
        mine={<Thumb src={preview} />}
        theirs={<Thumb src={now.classImage} />}
        taken={value ? 'mine' : 'theirs'}
        onTake={(which) => setValue('picture', which === 'mine' ? mine : null)}
      />
    )
  if (now.classImage === before.classImage) return null
  return <p className="mt-1.5 text-sm text-soft">This picture is another one than when you opened this page.</p>
}

function Thumb({ src }: { src: string | null }) {
  return <Picture src={src} alt="" sizes={SMALL} className="thumb mt-1" />
}
