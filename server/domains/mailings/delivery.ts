/**
 * The job that sends a mailing. It works for half a minute and enqueues the next one, so that a restart, a crash or a second instance goes on
 * where it ended.
 */
import { eq } from 'drizzle-orm'
import type { NewsletterLinks } from '#server/domains/newsletter/links.ts'
import * as Newsletter from '#server/domains/newsletter/newsletter.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { RenderedEmail } from '#server/platform/mail/email-message.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { MailBatch, MailTransport } from '#server/ports/mail-transport.ts'
import { type Address, openMailing } from './mailings.emails.ts'
import { mailings } from './mailings.table.ts'
import * as Mailings from './mailings.ts'
import * as States from './recipient-states.ts'
import { findAddress } from './recipients.ts'
import { sendMailingJob } from './sending-job.ts'

/** E-mails that are delivered at the same time. */
const CONNECTIONS = 5

/** Time for beginning deliveries. */
const WORK_MS = 30_000

/** The pauses while the mail server takes nothing: from a minute, doubled, up to an hour. */
const MAX_PAUSE_MINUTES = 60

export interface DeliveryComponents {
  transport: MailTransport
  links: NewsletterLinks
}

/** Shared by the deliveries of one job. */
interface Run {
  ctx: SystemContext
  batch: MailBatch
  render: (address: Address) => RenderedEmail
  /** True if the mail server takes nothing at the moment. */
  isPaused: boolean
  endsAt: number
}

/** Handles `sendMailingJob`. */
export async function deliverMailing(
  ctx: SystemContext,
  { transport, links }: DeliveryComponents,
  { mailingId, pauses }: { mailingId: string; pauses: number },
): Promise<void> {
  await States.markInterrupted(ctx.db, mailingId)
  const render = await openMailing(ctx, links, mailingId)
  const run: Run = {
    ctx,
    render,
    batch: transport.openBatch(CONNECTIONS),
    isPaused: false,
    endsAt: Date.now() + WORK_MS,
  }
  try {
    for (let due = await listDue(run, mailingId); due.length > 0; due = await listDue(run, mailingId))
      await deliverAll(run, due)
  } finally {
    run.batch.close()
  }
  await finish(ctx, mailingId, run.isPaused ? pauses + 1 : 0)
}

/** Returns no recipients where the job ends. */
async function listDue(run: Run, mailingId: string): Promise<string[]> {
  const { state } = await Mailings.find(run.ctx.db, mailingId)
  return mayGoOn(run) && state === 'sending' ? States.listDue(run.ctx.db, mailingId, Date.now()) : []
}

function mayGoOn({ ctx, isPaused, endsAt }: Run): boolean {
  return !isPaused && !ctx.jobs.isStopping && Date.now() < endsAt
}

/** Ends when every delivery that was begun has ended, also after an error. */
async function deliverAll(run: Run, ids: string[]): Promise<void> {
  const queue = ids.values()
  const work = async () => {
    for (const id of queue) if (mayGoOn(run)) await deliver(run, id)
  }
  const done = await Promise.allSettled(Array.from({ length: CONNECTIONS }, work))
  for (const result of done) if (result.status === 'rejected') throw result.reason
}

async function deliver(run: Run, id: string): Promise<void> {
  const { db } = run.ctx
  const recipient = await States.startSending(db, id)
  if (!recipient) return
  const address = await findAddress(db, recipient)
  if (!address) return States.store(db, recipient, { outcome: 'skipped' })
  const delivery = await run.batch.deliver(run.render(address), id)
  await States.store(db, recipient, delivery)
  if (delivery.outcome === 'unavailable') run.isPaused = true
  if (delivery.outcome === 'refused' && delivery.isAddressInvalid && address.subscriptionId)
    await Newsletter.markRejected(db, address.subscriptionId)
}

/** Enqueues the next job, or ends the mailing when no recipient waits. */
async function finish(ctx: SystemContext, mailingId: string, pauses: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await Mailings.lock(tx, mailingId)
    if (row.state !== 'sending') return
    const next = await States.findNextTime(tx, mailingId)
    const pausedUntil = pauses > 0 ? Date.now() + Math.min(2 ** (pauses - 1), MAX_PAUSE_MINUTES) * 60_000 : null
    const state = next === null ? 'sent' : 'sending'
    if (state === 'sent' || row.paused_until !== pausedUntil)
      await tx.update(mailings).set({ state, paused_until: pausedUntil }).where(eq(mailings.id, row.id))
    if (next === null) return
    const startAfter = new Date(pausedUntil ?? next)
    await ctx.jobs.enqueue(tx, sendMailingJob, { mailingId, pauses }, { startAfter })
  })
}
