import { type ReactNode, useState } from 'react'
import { joinParts } from '#contract/values/join-parts.ts'
import { PreviewPane } from '#web/forms/markdown-editor.tsx'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'

const WIDTHS = { phone: 'Phone', desktop: 'Desktop' } as const
type Width = keyof typeof WIDTHS

/** An e-mail as it looks on a phone or on a desktop: on white, as most mail programs show it. */
export function PreviewFrame({ children }: { children: ReactNode }) {
  const [width, setWidth] = useState<Width>('phone')
  return (
    <>
      <div className="preview-head">
        <p className="field-label">Preview</p>
        <fieldset className="view-switch">
          <legend className="sr-only">Width of the preview</legend>
          {(Object.keys(WIDTHS) as Width[]).map((each) => (
            <button key={each} type="button" aria-pressed={width === each} onClick={() => setWidth(each)}>
              {WIDTHS[each]}
            </button>
          ))}
        </fieldset>
      </div>
      <PreviewPane className="preview-stage">
        <section aria-label={`Preview on a ${width}`} className="email-preview" data-width={width} data-theme="light">
          {children}
        </section>
      </PreviewPane>
    </>
  )
}

interface PreviewedEmailProps {
  sender: { name: string; address: string }
  subject: string
  /** Empty before there is a text. */
  html: string
  /** The application's lines below the text. */
  children?: ReactNode
}

/** An e-mail in a mail program. */
export function PreviewedEmail({ sender: { name, address }, subject, html, children }: PreviewedEmailProps) {
  return (
    <>
      <p className="wrap-anywhere border-line border-b pb-3">
        <span className="block text-sm text-soft">{name}</span>
        <span className="block font-medium">{subject}</span>
      </p>
      {html ? <RichText html={html} /> : <p className="min-h-32 text-soft">There is no text yet.</p>}
      {children}
      <p className="border-line border-t pt-3 text-sm text-soft">{joinParts([name, address])}</p>
    </>
  )
}
