import { useQuery } from '@tanstack/react-query'
import { isFixed, toPagePath } from '#contract/page-paths.ts'
import type { ManagedPage } from '#contract/pages.ts'
import { toSlug } from '#contract/slug.ts'
import { TextPictures, useDroppedPictures } from '#web/features/images/text-pictures.tsx'
import { PageSections } from '#web/features/pages/page-sections.tsx'
import { ContentForm, EditField, Hint } from '#web/forms/edit-form.tsx'
import { writeText } from '#web/forms/edit-markdown.ts'
import { PreviewedMarkdown, PreviewPane, readSelection } from '#web/forms/markdown-editor.tsx'
import { type RulesContext, useContentForm } from '#web/forms/use-content-form.ts'
import type { PartProps } from '#web/forms/use-versioned-form.ts'
import { About } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Loading } from '#web/ui/states.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import { findChanges, type PageDraft, toDraft } from './page-draft.ts'
import { previewQuery, usePageCalls } from './pages.query.ts'

const rules = lazyResolver<PageDraft, RulesContext>(() => import('./page.rules.ts'))

interface PageFormProps {
  /** Null for a new one. */
  page: ManagedPage | null
  onDone: () => void
}

interface PagePartProps extends Pick<PageFormProps, 'page'> {
  part: PartProps<PageDraft>
}

/** Adds or edits a page, with its preview. */
export function PageForm({ page, onDone }: PageFormProps) {
  const calls = usePageCalls()
  const { frame, part } = useContentForm({ noun: 'page', stored: page, calls, rules, toDraft, findChanges, onDone })
  return (
    <ContentForm label={page ? `Edit ${page.title}` : 'Add a page'} {...frame} isWide onCancel={onDone}>
      {!(page && isFixed(page.slug)) && <CheckBox {...part.form.register('published')}>Published</CheckBox>}
      <NameFields part={part} page={page} />
      <TextField part={part} page={page} />
    </ContentForm>
  )
}

function TextField({ part, page }: PagePartProps) {
  const { onPictures, note } = useDroppedPictures()
  const [title, summary, text] = part.form.watch(['title', 'summary', 'text'])
  const preview = (
    <>
      <p className="field-label">Preview</p>
      <Preview title={title} summary={summary} text={text.trim()} />
    </>
  )
  return (
    <PreviewedMarkdown
      {...part}
      field="text"
      label="Text"
      rows={18}
      hint={<TextHint />}
      onPictures={onPictures}
      preview={preview}
    >
      {note}
      <Variables />
      <PlaceFields part={part} page={page} />
      <TextPictures />
    </PreviewedMarkdown>
  )
}

/** The address of a new page follows its title until the user edits it. */
function NameFields({ part, page }: PagePartProps) {
  const { watch, setValue, register, formState } = part.form
  const [title, slug] = watch(['title', 'slug'])
  const isMovable = !(page && isFixed(page.slug))
  register('title', {
    onChange: ({ target }) => {
      if (!page && !formState.dirtyFields.slug) setValue('slug', toSlug(target.value))
    },
  })
  return (
    <div className="form-pair">
      <EditField {...part} field="title" label="Title" />
      {isMovable && (
        <EditField
          {...part}
          field="slug"
          label="Slug"
          hint={
            <>
              The address of the page: <span className="wrap-anywhere">{toPagePath(toSlug(slug || title))}</span>.
              {page && ' A new one breaks links to the old one.'}
            </>
          }
        />
      )}
      <div className={isMovable ? 'col-span-full' : undefined}>
        <EditField
          {...part}
          field="summary"
          label="Summary"
          wraps
          hint="One sentence below the title. Search engines show it too."
        />
      </div>
    </div>
  )
}

function TextHint() {
  return (
    <>
      Markdown: <code># Section</code>, <code>**bold**</code>, <code>- list</code>,{' '}
      <code>[link](https://example.org)</code>.
    </>
  )
}

const VARIABLES = [
  'name',
  'address',
  'name_and_address',
  'email',
  'phone',
  'opening_hours',
  'networks',
  'cancel_days',
  'cancellation_terms',
]

/** The settings that a text can contain. Each button inserts one at the cursor. */
function Variables() {
  const insert = (variable: string) => {
    const area = document.querySelector<HTMLTextAreaElement>('textarea[name="text"]')
    if (!area) return
    area.focus()
    const { value, start, end } = readSelection(area)
    const head = value.slice(0, start) + variable
    writeText(area, { value: head + value.slice(end), start: head.length, end: head.length })
  }
  return (
    <fieldset>
      <legend className="field-label">Variables</legend>
      <ul className="text-variables">
        {VARIABLES.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => insert(`{${name}}`)}>
              <code>{`{${name}}`}</code>
              <About>insert</About>
            </button>
          </li>
        ))}
      </ul>
      <Hint>We replace them by your settings. Choose one to insert it at the cursor.</Hint>
    </fieldset>
  )
}

function PlaceFields({ part, page }: PagePartProps) {
  const { register } = part.form
  return (
    <div className="page-place">
      <EditField {...part} field="position" label="Position" hint="Lower numbers come first." />
      <CheckBox {...register('in_menu')}>In the menu</CheckBox>
      <CheckBox {...register('in_footer')}>In the footer</CheckBox>
      {page && page.reviewed !== null && (
        <CheckBox {...register('reviewed')}>Reviewed: these words are right for our school</CheckBox>
      )}
    </div>
  )
}

interface PreviewProps {
  title: string
  summary: string
  text: string
}

/** The page as visitors will see it. The server renders its text, as it will render the page. */
function Preview({ title, summary, text }: PreviewProps) {
  return (
    <PreviewPane role="region" className="page-preview">
      <p className="wrap-anywhere font-display text-4xl">{title}</p>
      <p className="wrap-anywhere mt-2 mb-8 text-soft">{summary}</p>
      <PreviewedText text={text} />
    </PreviewPane>
  )
}

function PreviewedText({ text }: { text: string }) {
  const { data, error } = useQuery(previewQuery(usePausedValue(text)))
  if (text === '') return <p className="text-soft">There is no text yet.</p>
  if (error)
    return (
      <p role="alert" className="text-error-ink">
        {error.message}
      </p>
    )
  return data ? <PageSections sections={data.sections} /> : <Loading what="the preview" />
}
