import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Material } from '#contract/materials.ts'
import { addScheme } from '#contract/values/add-scheme.ts'
import { appendRow, changeRow, type LinkRow, type MaterialLink, moveRowUp, removeRow, toRows } from './link-rows.ts'

let lastKey = 0
const createKey = () => ++lastKey

/** The links of the form as rows, and their changes. */
export function useLinkRows({ watch, setValue, formState }: UseFormReturn<Material>) {
  const links = watch('links')
  const [keys, setKeys] = useState<number[]>(() => links.map(createKey))
  const rows = toRows(links, keys)
  const setRows = (next: LinkRow[]) => {
    setKeys(next.map(({ key }) => key))
    const nextLinks = next.map(({ link }) => link)
    setValue('links', nextLinks, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  return {
    rows,
    append: () => setRows(appendRow(rows, createKey())),
    remove: (index: number) => setRows(removeRow(rows, index)),
    change: (index: number, change: Partial<MaterialLink>) => setRows(changeRow(rows, index, change)),
    /** Adds the scheme to a link whose address is complete except for it. */
    complete: (index: number) => {
      const typed = rows[index]?.link.address ?? ''
      const address = addScheme(typed.trim())
      if (address !== typed) setRows(changeRow(rows, index, { address }))
    },
    moveUp: (index: number) => setRows(moveRowUp(rows, index)),
  }
}
