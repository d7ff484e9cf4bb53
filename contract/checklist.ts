/** Open tasks of a new school, on the admin's home. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { Deleted } from './values/fields.ts'

/** In the order in which the page shows them. Each is done when the thing itself exists, and cannot be ticked. */
export const CHECKLIST = ['slides', 'instructors', 'payments', 'texts', 'email'] as const
export const ChecklistItem = z.enum(CHECKLIST)
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const Checklist = z.object({
  /** True if something is left to do, and the list was not put away. */
  is_shown: z.boolean(),
  items: z.array(z.object({ item: ChecklistItem, done: z.boolean() })),
  /** True if e-mails leave the server. Without a mail server they become files. */
  has_mail_server: z.boolean(),
})
export type Checklist = z.infer<typeof Checklist>

export const checklistEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  getChecklist: endpoint({
    method: 'GET',
    path: '/office/checklist',
    summary: 'Returns what a new school still has to do.',
    access: 'admin',
    response: Checklist,
  }),
  dismissChecklist: endpoint({
    method: 'DELETE',
    path: '/office/checklist',
    summary: 'Puts the checklist away, for all admins.',
    access: 'admin',
    response: Deleted,
  }),
  sendTestEmail: endpoint({
    method: 'POST',
    path: '/office/email',
    summary: "Sends a test e-mail to the caller's own address.",
    access: 'admin',
    response: z.object({ sent_to: z.string() }),
    rateLimit: { max: 5, minutes: 10 },
  }),
}))
