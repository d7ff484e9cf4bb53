import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CallError } from '#contract/call.ts'
import type { KeptMaterial, Material } from '#contract/classes.ts'
import { wordsFor } from '#web/session/words.ts'
import { changedBy } from '#web/ui/changed-by.ts'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { toastSuccess } from '#web/ui/notices.ts'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { useSaveMaterial } from './save-material.ts'

const { resolver, preload } = lazyResolver<Material>(() => import('./material.rules.ts'))

const CHANGED =
  'This material has changed since you opened the page. Nothing of yours is lost: below stand both, so that you can choose and save again.'

/** Material that was changed elsewhere while its form was open: as the form began with it, as it is, and as it stood in the form. */
export interface Meanwhile {
  before: Material
  now: Material
  mine: Material
}

export const PARTS = ['text', 'links'] as const
type Part = (typeof PARTS)[number]

export function differenceOf({ before, now, mine }: Meanwhile, part: Part): 'theirs' | 'mine' | null {
  return changedBy(before[part], now[part], mine[part])
}

/** The form of a class's material, and what comes of saving it. */
export function useMaterialForm(classId: string, opened: KeptMaterial) {
  const [base, setBase] = useState(opened)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const { save, readAgain } = useSaveMaterial(classId)
  const form = useForm<Material>({ resolver, defaultValues: draftOf(opened) })
  const { handleSubmit, setError, reset, getValues, formState } = form
  useUnsaved(formState.isDirty)

  const goOnFrom = (now: KeptMaterial) => {
    setBase(now)
    reset(draftOf(now))
  }
  /** Goes on from the material as it is now, with everything that was typed. */
  const meetTheirs = async () => {
    const now = await readAgain()
    const met = { before: draftOf(base), now: draftOf(now), mine: getValues() }
    const mineOf = (part: Part) => differenceOf(met, part) === 'mine'
    goOnFrom(now)
    setMeanwhile(met)
    reset(
      { text: (mineOf('text') ? met.mine : met.now).text, links: (mineOf('links') ? met.mine : met.now).links },
      { keepDefaultValues: true },
    )
    setError('root', { message: CHANGED })
  }
  const send = async (material: Material) => {
    await save(material, base.version)
    toastSuccess('Updated SuccessFully')
    setMeanwhile(null)
    goOnFrom(await readAgain())
  }
  const submit = handleSubmit(async (material) => {
    try {
      await send(material).catch((error) => (isChangedMeanwhile(error) ? meetTheirs() : Promise.reject(error)))
    } catch (error) {
      setError('root', { message: wordsFor(error) })
    }
  })
  return { form, submit, preload, meanwhile }
}

function draftOf({ text, links }: Material): Material {
  return { text, links }
}

function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof CallError && error.code === 'CHANGED_MEANWHILE'
}
