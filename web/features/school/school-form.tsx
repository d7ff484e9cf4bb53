import { Link } from 'react-router'
import type { VersionedSchool } from '#contract/school.ts'
import { EditForm } from '#web/forms/edit-form.tsx'
import { useVersionedForm } from '#web/forms/use-versioned-form.ts'
import { focusSoon } from '#web/ui/focus.ts'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { useSaveSchool } from './school.query.ts'
import { findChanges, type SchoolDraft, toDraft } from './school-draft.ts'
import { ContactSection, LookSection, NameSection, NetworksSection, RulesSection } from './school-sections.tsx'

const rules = lazyResolver<SchoolDraft>(() => import('./school.rules.ts'))

/** Changes what the school says about itself. */
export function SchoolForm({ opened }: { opened: VersionedSchool }) {
  const { save, reload } = useSaveSchool()
  const { frame, part } = useVersionedForm({
    name: 'school',
    record: 'these settings',
    stored: opened,
    toDraft,
    rules,
    findChanges,
    save: (changes, { version }) => save(changes, version),
    reload,
    staysOpen: true,
  })
  return (
    <EditForm
      {...frame}
      className="gap-10"
      lead={
        <>
          <p>What you save here shows at once, on every page and in every e-mail.</p>
          <Sections className="mt-4 @min-[48rem]:hidden" />
        </>
      }
      isLong
      actions={<Sections className="ms-auto @max-[48rem]:hidden" />}
    >
      <NameSection {...part} />
      <ContactSection {...part} />
      <NetworksSection {...part} />
      <LookSection {...part} />
      <RulesSection {...part} />
    </EditForm>
  )
}

/** Links to the sections of the page, which is several screens long: below the title on a phone, else beside the button. */
function Sections({ className }: { className: string }) {
  return (
    <nav aria-label="Sections" className={className}>
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {['Basics', 'Contact', 'Elsewhere', 'Look', 'Rules', 'Export'].map((title) => (
          <li key={title}>
            <Link
              to={`#${title.toLowerCase()}`}
              replace
              className="link inline-flex min-h-11 items-center"
              onClick={() => focusSoon(() => findTitle(title.toLowerCase()))}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the title of a section, from which Tab continues: the focus would stay on the link above. */
function findTitle(id: string): HTMLElement | null {
  const section = document.getElementById(id)
  return section?.querySelector('h2') ?? section
}
