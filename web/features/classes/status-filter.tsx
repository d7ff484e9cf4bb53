import type { ClassStatus } from '#contract/classes.ts'
import { Choice } from '#web/ui/lists/choice.tsx'
import type { ListState } from '#web/ui/lists/list-state.ts'

const STATUSES = ['pending', 'approve', 'deny'] as const satisfies ClassStatus[]
const ALL = { value: 'all', label: 'All' } as const
const OPTIONS = [ALL, ...STATUSES.map((value) => ({ value, label: value }))]

/** Returns the status that the URL filters by. */
export function statusIn(list: Pick<ListState, 'filter'>): ClassStatus | undefined {
  return STATUSES.find((status) => status === list.filter('status'))
}

/** Filters a list of classes by status. */
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
