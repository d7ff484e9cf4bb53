/** The runs of one or several classes, in the groups of the Dates page. */
import type { ClassRuns } from '#contract/run-editing.ts'
import type { Run } from '#contract/runs.ts'

/** A class with its runs. */
export type DatedClass = Omit<ClassRuns, 'classImage'> & Partial<Pick<ClassRuns, 'classImage'>>

/** A run with its class. */
export interface RunOfClass {
  run: Run
  classId: string
  className: string
  classImage?: string | undefined
  /** True if the class is withdrawn, so that its runs can no longer be changed. */
  isWithdrawn: boolean
  /** True if the class has a date to come, beside which seats without a date are another choice. */
  hasDates: boolean
}

export interface RunGroups {
  /** The next one first; open runs, which have no sessions, last. */
  upcoming: RunOfClass[]
  /** The latest one first. */
  past: RunOfClass[]
  canceled: RunOfClass[]
}

/** Sorts the runs of classes into groups. A run is past once its last session has ended. */
export function sortRuns(classes: readonly DatedClass[], now = Date.now()): RunGroups {
  const all = classes.flatMap(({ _id: classId, className, classImage, withdrawn_at, runs }) => {
    const hasDates = runs.some(({ canceled_at, ends_at }) => canceled_at === undefined && (ends_at ?? 0) > now)
    return runs.map((run) => ({
      ...{ run, classId, className, classImage, hasDates },
      isWithdrawn: withdrawn_at !== undefined,
    }))
  })
  const groups: RunGroups = { upcoming: [], past: [], canceled: [] }
  for (const entry of all.sort((one, other) => toStart(one) - toStart(other))) {
    const { canceled_at, ends_at } = entry.run
    if (canceled_at !== undefined) groups.canceled.unshift(entry)
    else if (ends_at !== null && ends_at <= now) groups.past.unshift(entry)
    else groups.upcoming.push(entry)
  }
  return groups
}

function toStart({ run }: RunOfClass): number {
  return run.starts_at ?? Number.MAX_SAFE_INTEGER
}
