import { useState } from 'react'
import { addScheme } from '#contract/values/add-scheme.ts'
import type { LabeledLink } from '#contract/values/fields.ts'
import { appendRow, changeRow, type LinkRow, moveRowUp, removeRow, toRows } from './link-rows.ts'

let lastKey = 0
const createKey = () => ++lastKey

/** The links of a form as rows, and their changes. */
export function useLinkRows(links: LabeledLink[], onChange: (links: LabeledLink[]) => void) {
  const [keys, setKeys] = useState<number[]>(() => links.map(createKey))
  const rows = toRows(links, keys)
  const setRows = (next: LinkRow[]) => {
    setKeys(next.map(({ key }) => key))
    onChange(next.map(({ link }) => link))
  }
  return {
    rows,
    append: () => setRows(appendRow(rows, createKey())),
    remove: (index: number) => setRows(removeRow(rows, index)),
    change: (index: number, change: Partial<LabeledLink>) => setRows(changeRow(rows, index, change)),
    /** Adds the scheme to a link whose address is complete except for it. */
    complete: (index: number) => {
      const typed = rows[index]?.link.address ?? ''
      const address = addScheme(typed.trim())
      if (address !== typed) setRows(changeRow(rows, index, { address }))
    },
    moveUp: (index: number) => setRows(moveRowUp(rows, index)),
  }
}
