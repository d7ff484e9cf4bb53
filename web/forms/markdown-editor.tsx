import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Icon } from '#web/ui/icons.tsx'
import { EditField } from './edit-form.tsx'
import { insertLink, type Selection, toggleLines, toggleMark, writeText } from './edit-markdown.ts'
import { restorePictures, shortenPictures } from './short-pictures.ts'
import type { PartProps } from './use-versioned-form.ts'

interface MarkdownEditorProps<Draft extends FieldValues> extends PartProps<Draft> {
  field: keyof Draft & string
  label: string
  rows: number
  readOnly?: boolean
  hint?: ReactNode
  /** Takes picture files that are pasted or dropped; absent where a text has no pictures. */
  onPictures?: (files: File[], area: HTMLTextAreaElement) => void
}

interface PreviewedProps<Draft extends FieldValues> extends MarkdownEditorProps<Draft> {
  /** Fields that belong to the text, below it. */
  children?: ReactNode
  /** Its label, then the text as its readers see it. */
  preview: ReactNode
}

/**
 * A Markdown text with its preview, which is beside it where the page has room for both, and behind the button `Preview` where it has not.
 */
export function PreviewedMarkdown<Draft extends FieldValues>(props: PreviewedProps<Draft>) {
  const { children, preview, ...editor } = props
  const [view, setView] = useState<'source' | 'preview'>('source')
  return (
    <div className="markdown-editor" data-view={view}>
      <fieldset className="view-switch markdown-views">
        <legend className="sr-only">View of the text</legend>
        {VIEWS.map(({ key, words }) => (
          <button key={key} type="button" aria-pressed={view === key} onClick={() => setView(key)}>
            {words}
          </button>
        ))}
      </fieldset>
      <div className="markdown-source">
        <MarkdownEditor {...editor} />
        {children}
      </div>
      <div className="markdown-preview">{preview}</div>
    </div>
  )
}

/** A preview below its label. It scrolls, also by the arrow keys, where it is longer than the fields beside it. */
export function PreviewPane(pane: ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: it has no fields, and a page may have several, which no landmarks may be
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
  return <div role="group" aria-label="Preview" {...pane} tabIndex={0} />
}

const VIEWS = [
  { key: 'source', words: 'Write' },
  { key: 'preview', words: 'Preview' },
] as const

interface Tool {
  name: string
  /** The drawing in the button, as a path of 24 by 24. */
  icon: string
  /** With Ctrl, or Command on a Mac. */
  key?: string
  edit: (selection: Selection) => Selection
}

const LINK = 'M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7'

const TOOLS: Tool[] = [
  {
    name: 'Bold',
    icon: 'M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z',
    key: 'b',
    edit: (selection) => toggleMark(selection, '**'),
  },
  { name: 'Italic', icon: 'M11 5h6M7 19h6M14 5l-4 14', key: 'i', edit: (selection) => toggleMark(selection, '*') },
  { name: 'Section', icon: 'M6 5v14M18 5v14M6 12h12', edit: (selection) => toggleLines(selection, '# ') },
  {
    name: 'List',
    icon: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
    edit: (selection) => toggleLines(selection, '- '),
  },
  { name: 'Link', icon: LINK, key: 'k', edit: insertLink },
]

/** A Markdown text with a toolbar and keyboard shortcuts. */
export function MarkdownEditor<Draft extends FieldValues>({ onPictures, ...field }: MarkdownEditorProps<Draft>) {
  const element = useRef<HTMLDivElement>(null)
  const use = ({ edit }: Tool) => {
    const area = element.current?.querySelector('textarea')
    if (!area || area.readOnly) return
    area.focus()
    writeText(area, edit(readSelection(area)))
  }
  const takeKey = (event: KeyboardEvent) => {
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase())
    if (!tool || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // Elsewhere the page has a shortcut with the same key.
    event.stopPropagation()
    use(tool)
  }
  const takeFiles = (event: { preventDefault: () => void }, data: DataTransfer, area: HTMLTextAreaElement) => {
    const files = [...data.files]
    if (!onPictures || files.length === 0) return
    event.preventDefault()
    onPictures(files, area)
  }
  return (
    <div ref={element} className="source-words">
      <EditField
        {...field}
        wrapRef={shortenPictures}
        area={{
          tools: <Toolbar onUse={use} />,
          onKeyDown: takeKey,
          onCopy: copyWithAddresses,
          onCut: copyWithAddresses,
          // What comes from a word processor is a text and its picture.
          onPaste: (event) =>
            event.clipboardData.types.includes('text/plain') ||
            takeFiles(event, event.clipboardData, event.currentTarget),
          onDrop: (event) => takeFiles(event, event.dataTransfer, event.currentTarget),
        }}
      />
    </div>
  )
}

/** Other texts and programs do not know the short names of pictures. */
function copyWithAddresses(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const area = event.currentTarget
  const { value, start, end } = readSelection(area)
  const shown = value.slice(start, end)
  const restored = restorePictures(area, shown)
  if (restored === shown) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', restored)
  if (event.type === 'cut' && !area.readOnly)
    writeText(area, { value: value.slice(0, start) + value.slice(end), start, end: start })
}

export function readSelection({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selection {
  return { value, start: selectionStart, end: selectionEnd }
}

function Toolbar({ onUse }: { onUse: (tool: Tool) => void }) {
  return (
    <fieldset className="markdown-tools">
      <legend className="sr-only">Formatting</legend>
      {TOOLS.map((tool) => (
        <button
          key={tool.name}
          type="button"
          aria-label={tool.name}
          aria-keyshortcuts={tool.key && `Control+${tool.key.toUpperCase()} Meta+${tool.key.toUpperCase()}`}
          title={tool.key ? `${tool.name} (Ctrl+${tool.key.toUpperCase()})` : tool.name}
          onClick={() => onUse(tool)}
        >
          <Icon>
            <path d={tool.icon} />
          </Icon>
        </button>
      ))}
    </fieldset>
  )
}
