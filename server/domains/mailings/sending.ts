/** The verbs of admins that test and send a mailing. `delivery.ts` does the work. */

import { eq } from 'drizzle-orm'
import type { CallOptions } from '#contract/call.ts'
import { toSlug } from '#contract/slug.ts'
import { formatCount } from '#contract/values/count.ts'
import { AppError, requireVersion } from '#server/platform/app-error.ts'
import { lockTable } from '#server/platform/database/lock-table.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'
import { composeTest, renderMailing } from './mailings.emails.ts'
import { mailings } from './mailings.table.ts'
import * as Mailings from './mailings.ts'
import * as Recipients from './recipients.ts'
import { begin } from './sending-job.ts'

/** Addresses below /newsletter that are not newsletters. */
const RESERVED_SLUGS = ['confirm', 'unsubscribe']

/** E-mails a mailing to the actor only. Returns the address. @throws AppError NOT_FOUND */
export async function test(ctx: Context, id: string): Promise<string> {
  const { actor, mail, publicUrl } = ctx
  return inTransaction(ctx, async (tx) => {
    const row = await Mailings.find(tx, id)
    await mail.send(tx, composeTest(renderMailing(row, publicUrl), actor.email))
    return actor.email
  })
}

/**
 * Queues a draft for everyone who is a recipient now. Returns their number.
 * @throws AppError NOT_FOUND, CHANGED_MEANWHILE, MAILING_SENT, NO_RECIPIENTS
 */
export async function send(ctx: Context, id: string, { ifMatch }: CallOptions = {}): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    // Two newsletters with one subject must not choose the same address.
    await lockTable(tx, mailings)
    const row = await Mailings.lock(tx, id)
    if (row.state !== 'draft') throw new AppError('MAILING_SENT')
    requireVersion(row, ifMatch)
    const queued = await Recipients.freeze(tx, row)
    if (queued === 0) throw new AppError('NO_RECIPIENTS')
    const slug = row.audience === 'subscribers' ? await findFreeSlug(tx, row) : null
    await tx.update(mailings).set({ state: 'sending', sent_at: Date.now(), slug }).where(eq(mailings.id, row.id))
    if (row.in_archive) changesCatalogue(tx)
    await begin(ctx, tx, row, 'mailing_sent', formatCount(queued, 'recipient'))
    return queued
  })
}

async function findFreeSlug(tx: Transaction, { id, subject }: Mailings.MailingRow): Promise<string> {
  const slug = toSlug(subject) || 'newsletter'
  const isTaken = RESERVED_SLUGS.includes(slug) || (await tx.$count(mailings, eq(mailings.slug, slug))) > 0
  return isTaken ? `${slug}-${id.slice(0, 8)}` : slug
}
