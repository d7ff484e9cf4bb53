import type { VersionedSchool } from '#contract/school.ts'
import { Button } from '#web/ui/button.tsx'
import { ScrollIntoView } from '#web/ui/forms/scroll-into-view.tsx'
import { useFirstInvalid } from '#web/ui/forms/use-first-invalid.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { ContactSection, LookSection, NameSection, NetworksSection, RulesSection } from './school-sections.tsx'
import { useSchoolForm } from './use-school-form.ts'

/** Changes what the school says about itself. */
export function SchoolForm({ opened }: { opened: VersionedSchool }) {
  const { submit, preload, note, part } = useSchoolForm(opened)
  const { errors, isSubmitting, submitCount } = part.form.formState
  const element = useFirstInvalid(submitCount)
  return (
    <form ref={element} noValidate onSubmit={submit} onFocus={preload} className="grid max-w-4xl gap-10">
      <ScrollIntoView message={errors.root?.message}>
        <FormError message={errors.root?.message} />
      </ScrollIntoView>
      {note}
      <NameSection {...part} />
      <ContactSection {...part} />
      <NetworksSection {...part} />
      <LookSection {...part} />
      <RulesSection {...part} />
      <Button type="submit" className="justify-self-start" busy={isSubmitting}>
        Save
      </Button>
    </form>
  )
}
