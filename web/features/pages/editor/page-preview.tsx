import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageSections } from '#web/features/pages/page-sections.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePausedValue } from '#web/ui/forms/use-paused-value.ts'
import { Loading } from '#web/ui/states.tsx'
import { previewQuery } from './pages.query.ts'

/** A button that shows the text as visitors will see it. The server renders it, as it will render the page. */
export function PagePreview({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button look="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide preview' : 'Preview'}
      </Button>
      {isOpen && <Preview text={text.trim()} />}
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const { data, error } = useQuery(previewQuery(usePausedValue(text)))
  return (
    <section aria-label="Preview" className="page-preview">
      {text === '' ? (
        <p className="text-soft">There is no text yet.</p>
      ) : error ? (
        <p role="alert" className="text-error-ink">
          {error.message}
        </p>
      ) : data ? (
        <PageSections sections={data.sections} />
      ) : (
        <Loading what="the preview" />
      )}
    </section>
  )
}
