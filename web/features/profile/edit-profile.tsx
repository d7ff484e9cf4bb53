import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { User } from '#contract/users.ts'
import { FormError } from '#web/features/account/form-error.tsx'
import { changeProfile } from '#web/session/account.ts'
import { wordsFor } from '#web/session/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { lazyResolver } from '#web/ui/lazy-resolver.ts'
import { toastSuccess } from '#web/ui/notices.ts'
import type { ProfileForm as Values } from './profile.rules.ts'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./profile.rules.ts'))

/** Name and photo, as the user record has them now. */
export function EditProfile({ name, image }: User) {
  const client = useQueryClient()
  const defaultValues = { name, photo: image ?? '' }
  const { register, handleSubmit, setError, formState } = useForm<Values>({ resolver, mode: 'onSubmit', defaultValues })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async (values) => {
    try {
      await changeProfile(values)
    } catch (error) {
      return setError('root', { message: wordsFor(error) })
    }
    toastSuccess('Updated SuccessFully')
    await client.invalidateQueries({ queryKey: ['user'] })
  })
  return (
    <ProfileSection title="Edit profile" line="How you are called here, and the picture beside your name.">
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <Field label="Photo Url" type="url" autoComplete="photo" error={errors.photo?.message} {...register('photo')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Save
        </Button>
      </form>
    </ProfileSection>
  )
}
