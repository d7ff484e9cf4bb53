import type { ClassStatus } from '#contract/classes.ts'
import { Choice } from '#web/ui/choice.tsx'
import type { ListState } from '#web/ui/list-state.ts'

const STATUSES = ['pending', 'approve', 'deny'] as const satisfies ClassStatus[]
const ALL = { value: 'all', words: 'All' } as const
const OPTIONS = [ALL, ...STATUSES.map((value) => ({ value, words: value }))]

/** The status that the address asks for. */
export function statusIn(list: Pick<ListState, 'filter'>): ClassStatus | undefined {
  return STATUSES.find((status) => status === list.filter('status'))
}

/** Leaves only classes of one status on the list. */
export function StatusFilter({ list }: { list: Pick<ListState, 'filter' | 'filterBy'> }) {
  return (
    <Choice
      label="Status"
      className="min-w-32"
      value={statusIn(list) ?? ALL.value}
      options={OPTIONS}
      onChoose={(value) => list.filterBy('status', value === ALL.value ? null : value)}
    />
  )
}
