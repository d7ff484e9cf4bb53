/** POST /class/{id}/run and PATCH /run/{id}, which sends the changed fields with the version that was read. */
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '#contract/call.ts'
import type { Overlap } from '#contract/run-editing.ts'
import { toInput } from '#contract/run-input.ts'
import type { NewRun, Run } from '#contract/runs.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { classRunsQuery } from '../runs.query.ts'

/** Returns the fields in which a run differs from the stored one. */
export function findChanges(run: NewRun, stored: Run): Partial<NewRun> {
  const before = toInput(stored)
  const fields = Object.keys(before) as (keyof NewRun)[]
  const changed = fields.filter((field) => JSON.stringify(run[field]) !== JSON.stringify(before[field]))
  return Object.fromEntries(changed.map((field) => [field, run[field]]))
}

/** The user's answers to the server's questions. */
export type Decisions = Pick<NewRun, 'undated'> & { allow_overlap: boolean }

/** Returns the calls of a run's form. They reject with a CallError. */
export function useSaveRun(classId: string) {
  const client = useQueryClient()
  return {
    add: async (run: NewRun, decisions: Decisions): Promise<void> => {
      await call(api.addRun, { params: { id: classId }, body: { ...run, ...decisions } })
      await refetchAfter(client, 'runSaved')
    },
    change: async ({ _id: id, version }: Run, changes: Partial<NewRun>, decisions: Decisions): Promise<void> => {
      const body = { ...changes, ...decisions }
      await call(api.changeRun, { params: { id }, body }, { ifMatch: version })
      await refetchAfter(client, 'runSaved')
    },
    /** Lists the sessions that a run would book twice. */
    listOverlaps: ({ place, sessions, time_zone }: NewRun, run_id?: string): Promise<Overlap[]> =>
      call(api.listOverlaps, { params: { id: classId }, body: { run_id, place, sessions, time_zone } }),
    /** Reads the current state of a run. */
    reload: async (id: string): Promise<Run> => {
      const runs = await client.fetchQuery({ ...classRunsQuery(classId), staleTime: 0 })
      const run = runs.find(({ _id }) => _id === id)
      if (!run) throw new CallError({ statusCode: 404, code: 'NOT_FOUND', message: "We couldn't find this date." })
      return run
    },
  }
}
