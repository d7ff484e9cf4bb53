import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { UserWithRoles } from '#contract/users.ts'
import { refetchAfter } from '#web/queries.ts'
import { changeProfile } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { PhotoField } from './photo-field.tsx'
import type { ProfileForm as Values } from './profile.rules.ts'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./profile.rules.ts'))

/** Edits the name, phone number and photo of the user record. */
export function EditProfile({ name, image, phone }: UserWithRoles) {
  const { form, submit, showPhoto } = useProfileForm({ name, photo: image ?? '', phone: phone ?? '' })
  const hintId = useId()
  const { register, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <ProfileSection title="Edit profile" line="Your display name, phone number and photo.">
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <Field label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <div>
          <Field
            label="Phone"
            type="tel"
            autoComplete="tel"
            hintId={hintId}
            error={errors.phone?.message}
            {...register('phone')}
          />
          <p id={hintId} className="mt-2 text-sm text-soft">
            Optional. Instructors see it in the lists of your dates, so that they can reach you on the day.
          </p>
        </div>
        <PhotoField url={image ?? ''} onUploaded={showPhoto} />
        <Field label="Photo Url" type="url" autoComplete="photo" error={errors.photo?.message} {...register('photo')} />
        <Button type="submit" className="justify-self-start" busy={isSubmitting}>
          Save
        </Button>
      </form>
    </ProfileSection>
  )
}

function useProfileForm(defaultValues: Values) {
  const client = useQueryClient()
  const form = useForm<Values>({ resolver, mode: 'onSubmit', defaultValues })
  const submit = form.handleSubmit(async (values) => {
    try {
      await changeProfile(values)
    } catch (error) {
      return form.setError('root', { message: toMessage(error) })
    }
    toastSuccess('Updated SuccessFully')
    await refetchAfter(client, 'profileChanged')
  })
  /** The server has the photo already; the identity provider gets it with the name that is stored. */
  const showPhoto = async (photo: string) => {
    form.setValue('photo', photo)
    try {
      await changeProfile({ name: defaultValues.name, photo })
    } catch (error) {
      return toastError(toMessage(error))
    }
    toastSuccess('Updated SuccessFully')
    await refetchAfter(client, 'profileChanged')
  }
  return { form, submit, showPhoto }
}
