import type { SchoolClass } from '#contract/classes.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ClassForm } from './class-form.tsx'
import { EditConsequence } from './edit-consequence.tsx'
import { FieldMeanwhile } from './field-meanwhile.tsx'
import { PictureMeanwhile } from './picture-meanwhile.tsx'
import { PictureOfClass } from './picture-of-class.tsx'
import { PriceField } from './price-field.tsx'
import { SeatsField } from './seats-field.tsx'
import { useClassUpdate } from './use-class-update.ts'

/** A class as it stands, to be changed. */
export function UpdateClassForm({ opened }: { opened: SchoolClass }) {
  const { form, submit, preload, base, meanwhile, pictureInput } = useClassUpdate(opened)
  const { register, formState } = form
  const { errors, isSubmitting, submitCount } = formState
  const beside = { meanwhile, form }
  return (
    <div className="grid gap-6">
      <EditConsequence schoolClass={base} />
      <ClassForm
        onSubmit={submit}
        onFocus={preload}
        problem={errors.root?.message}
        submitCount={submitCount}
        picture={
          <>
            <PictureOfClass form={form} before={base.classImage} ref={pictureInput} />
            <PictureMeanwhile {...beside} />
          </>
        }
      >
        <div>
          <Field label="Class Name" autoComplete="off" error={errors.className?.message} {...register('className')} />
          <FieldMeanwhile field="className" label="Class Name" {...beside} />
        </div>
        <div>
          <SeatsField error={errors.seats?.message} {...register('seats')} />
          <FieldMeanwhile field="seats" label="Available Seats" {...beside} />
        </div>
        <div>
          <PriceField error={errors.price?.message} {...register('price')} />
          <FieldMeanwhile field="price" label="Price" {...beside} />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting}>
            Update Class
          </Button>
          <ButtonLink look="outline" to="/dashboard/my-class">
            Back
          </ButtonLink>
        </div>
      </ClassForm>
    </div>
  )
}
