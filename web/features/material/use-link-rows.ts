import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Material } from '#contract/classes.ts'

type Link = Material['links'][number]

let lastKey = 0
const newKey = () => ++lastKey

/** The links of the form as rows, each with a key that goes where it goes, so that a moved row keeps the focus. */
export function useLinkRows({ watch, setValue, formState }: UseFormReturn<Material>) {
  const links = watch('links')
  const [known, setKeys] = useState<number[]>(() => links.map(newKey))
  // Others come when the form is filled anew.
  const keys = links.map((_, at) => known[at] ?? -at - 1)
  const put = (rows: { key: number; link: Link }[]) => {
    setKeys(rows.map(({ key }) => key))
    const next = rows.map(({ link }) => link)
    setValue('links', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  }
  const rows = links.map((link, at) => ({ key: keys[at] ?? 0, link }))
  return {
    rows,
    append: () => put([...rows, { key: newKey(), link: { words: '', address: '' } }]),
    remove: (at: number) => put(rows.toSpliced(at, 1)),
    change: (at: number, said: Partial<Link>) =>
      put(rows.map((row, index) => (index === at ? { ...row, link: { ...row.link, ...said } } : row))),
    /** Exchanges a row with the one before it. */
    raise: (at: number) => put(rows.toSpliced(at - 1, 2, ...rows.slice(at - 1, at + 1).toReversed())),
  }
}
