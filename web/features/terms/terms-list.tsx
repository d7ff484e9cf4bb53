import type { Terms } from '#contract/terms.ts'
import { describeChanges } from '#contract/terms-changes.ts'
import { formatCount } from '#contract/values/count.ts'
import { ContentActions } from '#web/features/home/editor/content-item.tsx'
import { ContentList } from '#web/features/home/editor/content-list.tsx'
import { About, Button } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { keepRowFocus } from '#web/ui/lists/keep-row-focus.ts'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useTermsCalls } from './terms.query.ts'
import { TermsForm } from './terms-form.tsx'
import { TermsInWords, useFormat } from './terms-in-words.tsx'

/** All cancellation terms, and a form for new ones. */
export function TermsList({ terms }: { terms: Terms[] }) {
  return (
    <ContentList
      label="Cancellation terms"
      addTitle="Add terms"
      rows={terms}
      renderItem={(row, edit) => <TermsItem key={row._id} terms={row} onEdit={edit} />}
      renderForm={(row, onDone) => <TermsForm terms={row} onDone={onDone} />}
    />
  )
}

function TermsItem({ terms, onEdit }: { terms: Terms; onEdit: () => void }) {
  const { _id, name, text, is_default, classes } = terms
  const { remove } = useTermsCalls()
  const changes = describeChanges(terms, useFormat())
  return (
    <li className="terms-item">
      <div className="wrap-anywhere grid min-w-0 gap-2">
        <p className="font-medium">{name}</p>
        <TermsInWords terms={{ ...terms, changes }} />
        {text && <p className="whitespace-pre-line text-sm">{text}</p>}
        <p className="text-sm text-soft">{describeUse(terms)}</p>
      </div>
      <div className="quiet-actions">
        {!is_default && <DefaultButton terms={terms} />}
        <ContentActions
          title={name}
          detail={`${name}. Purchases keep these terms.`}
          published
          onEdit={onEdit}
          {...(is_default || classes > 0 ? {} : { onDelete: () => remove(_id) })}
        />
      </div>
    </li>
  )
}

function describeUse({ is_default, classes }: Terms): string {
  if (classes > 0 && is_default) return `The default, and chosen for ${formatCount(classes, 'class', 'classes')}.`
  if (is_default) return 'The default: for all classes without terms of their own.'
  return classes > 0 ? `Chosen for ${formatCount(classes, 'class', 'classes')}.` : 'No class has these terms yet.'
}

function DefaultButton({ terms: { _id, name, version } }: { terms: Terms }) {
  const { change } = useTermsCalls()
  const { isBusy, run } = useBusy()
  const choose = async () => {
    await change(_id, { is_default: true }, version)
    toastSuccess(`${name} is the default now.`)
  }
  return (
    <Button
      look="outline"
      className="btn-sm"
      busy={isBusy}
      onClick={({ currentTarget }) => keepRowFocus(currentTarget, () => run(choose))}
    >
      Make default
      <About>{name}</About>
    </Button>
  )
}
