/** The calls with which instructors and admins manage runs. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { NewRun, Place, Run, RunChange, RunFields } from './runs.ts'
import { ById, ClockTime, Id, Inserted, Modified, Timestamp } from './values/fields.ts'

/** The runs of a class, the canceled ones included. */
export const ClassRuns = z.object({
  _id: Id,
  className: z.string(),
  classImage: z.string(),
  /** Present where the class is withdrawn: its runs can no longer be changed. */
  withdrawn_at: Timestamp.optional(),
  runs: z.array(Run),
})
export type ClassRuns = z.infer<typeof ClassRuns>

/** Times and place of a planned run. `run_id` is the run itself, where it exists. */
export const OverlapQuery = z.object({
  run_id: Id.optional(),
  /** Of clock times. */
  time_zone: RunFields.shape.time_zone.unwrap().optional(),
  place: RunFields.shape.place,
  sessions: RunFields.shape.sessions,
})
export type OverlapQuery = z.infer<typeof OverlapQuery>

/** A session of another run at an overlapping time, with the same instructor or in the same place. */
export const Overlap = z.object({
  className: z.string(),
  instructorName: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  starts: ClockTime,
  ends: ClockTime,
  time_zone: z.string(),
  place: Place.nullable(),
  same: z.enum(['instructor', 'place']),
})
export type Overlap = z.infer<typeof Overlap>

/** A change of time or place e-mails every student of the run. */
const RUN_EDITS = { max: 120, minutes: 60 }

export const runsEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listRuns: endpoint({
    method: 'GET',
    path: '/class/{id}/runs',
    summary: 'Lists all runs of a class, the canceled ones included: for its instructor, and for admins.',
    access: 'staff',
    params: ById,
    response: z.array(Run),
  }),
  listOwnRuns: endpoint({
    method: 'GET',
    path: '/own-runs',
    summary: 'Lists the classes of the calling instructor with all of their runs, newest class first.',
    access: 'instructor',
    response: z.array(ClassRuns),
  }),
  listOverlaps: endpoint({
    method: 'POST',
    path: '/class/{id}/overlaps',
    summary:
      'Lists sessions that would be booked twice: the same instructor or place at an overlapping time. At most 10.',
    access: 'staff',
    params: ById,
    body: OverlapQuery,
    response: z.array(Overlap),
  }),
  addRun: endpoint({
    method: 'POST',
    path: '/class/{id}/run',
    summary:
      'Adds a run to a class: by its instructor, or an admin. The first dated run replaces undated runs that nobody has a place in.',
    access: 'staff',
    rateLimit: RUN_EDITS,
    params: ById,
    body: NewRun,
    response: Inserted,
  }),
  changeRun: endpoint({
    method: 'PATCH',
    path: '/run/{id}',
    summary: 'Changes a run: by its instructor, or an admin.',
    access: 'staff',
    rateLimit: RUN_EDITS,
    params: ById,
    body: RunChange,
    response: Modified,
    versioned: true,
  }),
  cancelRun: endpoint({
    method: 'POST',
    path: '/run/{id}/cancellation',
    summary:
      'Cancels a run for good, by its instructor or an admin. Who has paid chooses another date, credit or money, or gets the money at once where `choice_days` is 0.',
    access: 'staff',
    recentSignIn: true,
    params: ById,
    response: Modified,
  }),
  closeRun: endpoint({
    method: 'POST',
    path: '/run/{id}/closing',
    summary:
      'Ends enrolling in a run now; its students, and those who are paying, keep their places: by its instructor, or an admin.',
    access: 'staff',
    params: ById,
    response: Modified,
  }),
  confirmRun: endpoint({
    method: 'POST',
    path: '/run/{id}/confirmation',
    summary: 'Records that a run takes place although it is below its minimum: by its instructor, or an admin.',
    access: 'staff',
    params: ById,
    response: Modified,
  }),
}))
