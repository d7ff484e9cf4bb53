/** Admins read all classes, approve or deny them, and give feedback. */
import { z } from 'zod'
import { ClassesQuery, Feedback, SchoolClass } from './classes.ts'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ById, Modified } from './values/fields.ts'

export const classApprovalEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  listAllClasses: endpoint({
    method: 'GET',
    path: '/classes',
    summary:
      'Lists all classes of every status, newest first, with the feedback; with a query only the matching ones, one page at a time.',
    access: 'admin',
    query: ClassesQuery,
    response: z.array(SchoolClass),
    paged: true,
  }),
  exportClasses: endpoint({
    method: 'GET',
    path: '/classes.csv',
    summary: 'Exports the matching classes as a CSV file.',
    access: 'admin',
    query: ClassesQuery,
    response: z.string(),
    file: 'csv',
  }),
  approveClass: endpoint({
    method: 'PATCH',
    path: '/status/approve/{id}',
    summary: 'Approves a pending class.',
    access: 'admin',
    params: ById,
    response: Modified,
    versioned: true,
  }),
  denyClass: endpoint({
    method: 'PATCH',
    path: '/status/deny/{id}',
    summary: 'Denies a pending class.',
    access: 'admin',
    params: ById,
    response: Modified,
    versioned: true,
  }),
  giveFeedback: endpoint({
    method: 'PATCH',
    path: '/feedback/{id}',
    summary: 'Replaces the feedback on a class, which only its instructor and admins can read.',
    access: 'admin',
    params: ById,
    body: Feedback,
    response: Modified,
    versioned: true,
  }),
}))
