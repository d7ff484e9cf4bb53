/** The calls of admins that write mailings and send them. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { MailingChange, NewMailing } from './mailings.ts'
import { ById, Deleted, Inserted, Modified } from './values/fields.ts'

const writingEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  previewMailing: endpoint({
    method: 'POST',
    path: '/mailings/preview',
    summary: 'Returns Markdown as recipients would see it, and stores nothing.',
    access: 'admin',
    body: NewMailing.pick({ text: true }),
    response: z.object({ html: z.string() }),
    rateLimit: { max: 600, minutes: 10 },
  }),
  addMailing: endpoint({
    method: 'POST',
    path: '/mailings',
    summary: 'Adds a draft.',
    access: 'admin',
    body: NewMailing,
    response: Inserted,
    rateLimit: { max: 120, minutes: 10 },
  }),
  changeMailing: endpoint({
    method: 'PATCH',
    path: '/mailing/{id}',
    summary: 'Changes a draft, or puts a sent newsletter into the archive.',
    access: 'admin',
    params: ById,
    body: MailingChange,
    response: Modified,
    versioned: true,
    rateLimit: { max: 240, minutes: 10 },
  }),
  deleteMailing: endpoint({
    method: 'DELETE',
    path: '/mailing/{id}',
    summary: 'Deletes a draft.',
    access: 'admin',
    params: ById,
    response: Deleted,
  }),
}))

export const mailingSendingEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  ...writingEndpoints,
  countMailingRecipients: endpoint({
    method: 'GET',
    path: '/mailing/{id}/recipients',
    summary: 'Returns how many people would receive a draft now.',
    access: 'admin',
    params: ById,
    response: z.object({ count: z.int() }),
  }),
  testMailing: endpoint({
    method: 'POST',
    path: '/mailing/{id}/test',
    summary: 'E-mails a mailing to the caller only.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    response: z.object({ email: z.string() }),
    rateLimit: { max: 10, minutes: 10 },
  }),
  sendMailing: endpoint({
    method: 'POST',
    path: '/mailing/{id}/sending',
    summary: 'Queues a draft for everyone who is a recipient now; returns their number.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    response: z.object({ queuedCount: z.int() }),
    versioned: true,
    rateLimit: { max: 20, minutes: 60 },
  }),
  stopMailing: endpoint({
    method: 'DELETE',
    path: '/mailing/{id}/sending',
    summary: 'Stops sending. Recipients who are still waiting get nothing.',
    access: 'admin',
    params: ById,
    response: Modified,
  }),
  continueMailing: endpoint({
    method: 'POST',
    path: '/mailing/{id}/continuation',
    summary: 'Goes on with a mailing that was stopped.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    response: Modified,
    rateLimit: { max: 20, minutes: 60 },
  }),
  retryMailing: endpoint({
    method: 'POST',
    path: '/mailing/{id}/retry',
    summary: 'Queues the recipients again whom the mail server refused; returns their number.',
    access: 'admin',
    signInOnly: true,
    params: ById,
    response: Modified,
    rateLimit: { max: 20, minutes: 60 },
  }),
}))
