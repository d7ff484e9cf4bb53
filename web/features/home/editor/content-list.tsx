import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { discardUnsaved, mayLeave } from '#web/ui/unsaved.ts'

const DISCARD_QUESTION = {
  title: 'Discard your changes?',
  text: 'Your changes in this form are not saved.',
  action: 'Yes, discard them',
  decline: 'Keep editing',
}

interface ContentListProps<Row> {
  label: string
  addTitle: string
  rows: Row[]
  renderItem: (row: Row, edit: () => void) => ReactNode
  /** Renders the form of a row, or of a new one. */
  renderForm: (row: Row | null, onDone: () => void) => ReactNode
}

/** Slides or reviews, one of which can be edited in its place, and a form for a new one. */
export function ContentList<Row extends { _id: string }>(props: ContentListProps<Row>) {
  const { label, addTitle, rows, renderItem, renderForm } = props
  const [editedId, setEditedId] = useState<string | null>(null)
  const list = useFocusOfEdited(rows, editedId)
  const titleId = useId()
  const edit = async (id: string | null) => {
    if (!(await mayLeave(DISCARD_QUESTION))) return
    discardUnsaved()
    setEditedId(id)
  }
  const endEditing = () => void edit(null)
  const renderRow = (row: Row) => {
    if (row._id !== editedId) return renderItem(row, () => void edit(row._id))
    return (
      <li key={row._id} className="border-line border-t py-6">
        {renderForm(row, endEditing)}
      </li>
    )
  }
  return (
    <>
      {rows.length > 0 && (
        <ol ref={list} aria-label={label} className="mb-12 border-line border-b">
          {rows.map(renderRow)}
        </ol>
      )}
      {editedId === null && (
        <section aria-labelledby={titleId}>
          <h2 id={titleId} className="mb-5 font-display text-2xl">
            {addTitle}
          </h2>
          {renderForm(null, endEditing)}
        </section>
      )}
    </>
  )
}

/** Focuses the first field of the form that opens, and the Edit button of its row when it closes. Returns the ref of the list. */
function useFocusOfEdited(rows: { _id: string }[], editedId: string | null) {
  const list = useRef<HTMLOListElement>(null)
  const shownId = useRef(editedId)
  useEffect(() => {
    const closedId = shownId.current
    if (closedId === editedId) return
    shownId.current = editedId
    const item = list.current?.children[rows.findIndex(({ _id }) => _id === (editedId ?? closedId))]
    item?.querySelector<HTMLElement>(editedId ? 'input, select, textarea' : '[data-edits]')?.focus()
  }, [rows, editedId])
  return list
}
