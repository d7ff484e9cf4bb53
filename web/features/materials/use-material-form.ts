import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Material, VersionedMaterial } from '#contract/materials.ts'
import { isConflict } from '#web/features/classes/is-conflict.ts'
import { useDraft } from '#web/session/drafts/use-draft.tsx'
import { toMessage } from '#web/session/messages.ts'
import { EMPTY_LINK } from '#web/ui/forms/links/link-rows.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { type MaterialConflict, mergeDraft, toDraft } from './material-draft.ts'
import { useSaveMaterial } from './save-material.ts'

const { resolver, preload } = lazyResolver<Material>(() => import('./material.rules.ts'))

const CONFLICT_MESSAGE =
  'Someone changed this material while you were editing. Nothing is lost: compare, choose, save again.'

/** The form of a class's material. After a conflict it continues from the server's version with the user's edits. */
export function useMaterialForm(classId: string, initial: VersionedMaterial) {
  const [base, setBase] = useState(initial)
  const [conflict, setConflict] = useState<MaterialConflict | null>(null)
  const { save, reload } = useSaveMaterial(classId)
  const form = useForm<Material>({ resolver, defaultValues: toDraft(initial) })
  const { handleSubmit, setError, reset, getValues } = form
  const { note } = useDraft(form, { name: `material ${classId}`, items: { links: [EMPTY_LINK] } })

  const restartFrom = (now: VersionedMaterial) => {
    setBase(now)
    reset(toDraft(now))
  }
  const showConflict = async () => {
    const now = await reload()
    const next = { before: toDraft(base), now: toDraft(now), mine: getValues() }
    restartFrom(now)
    setConflict(next)
    reset(mergeDraft(next), { keepDefaultValues: true })
    setError('root', { message: CONFLICT_MESSAGE })
  }
  const send = async (material: Material) => {
    await save(material, base.version)
    toastSuccess('Updated SuccessFully')
    setConflict(null)
    restartFrom(await reload())
  }
  const submit = handleSubmit(async (material) => {
    try {
      await send(material).catch((error) => (isConflict(error) ? showConflict() : Promise.reject(error)))
    } catch (error) {
      setError('root', { message: toMessage(error) })
    }
  })
  return { form, submit, preload, note, conflict }
}
