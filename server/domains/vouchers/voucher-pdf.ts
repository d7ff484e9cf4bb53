/** The PDF of a voucher. It has the code: its buyer and admins may save it, and it is attached to the e-mail that has the code. */
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { formatMoney } from '#contract/values/money.ts'
import { describeDay } from '#contract/values/session-times.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import type { Components } from '#server/domains/domain.ts'
import { FOLDERS, readUrls } from '#server/domains/images/committed.ts'
import { readImage } from '#server/domains/images/read-image.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must, orNotFound, parseId } from '#server/platform/app-error.ts'
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { EmailAttachment } from '#server/platform/mail/email-message.ts'
import type { Context, SystemContext } from '#server/ports/context.ts'
import { type Balance, countBalance, readBalances } from './balances.ts'
import type { VoucherFacts } from './document/voucher-document.ts'
import { readToday } from './last-day.ts'
import { type VoucherRow, vouchers } from './vouchers.table.ts'
import { LAST } from './vouchers.ts'

export type PdfComponents = Pick<Components, 'voucherCodes' | 'imagePipeline'>

/** Returns the file of a voucher of the actor, or of any for an admin, which is logged. @throws AppError NOT_FOUND, also for one that has ended */
export async function read(
  ctx: Context,
  { voucherCodes, imagePipeline }: PdfComponents,
  id: string,
): Promise<{ bytes: Buffer; lastFour: string }> {
  const { balance, code, giverName } = await inTransaction(ctx, async (tx) => {
    const isIssued = and(eq(vouchers.id, parseId(id)), eq(vouchers.status, 'issued'))
    const [found] = await readBalances(tx, isIssued)
    const { voucher } = orNotFound(found)
    const isOwn = voucher.userId === ctx.actor.id
    if (!isOwn && ctx.actor.role !== 'admin') throw new AppError('NOT_FOUND')
    const present = voucherCodes.read(voucher)
    if (present === null) throw new AppError('NOT_FOUND', ELSEWHERE)
    const opened = { action: 'voucher_opened', subject: voucher.lastFour, subjectId: voucher.id } as const
    if (!isOwn) await Activity.record(tx, ctx.actor, opened)
    return { balance: orNotFound(found), code: present, giverName: await readGiverName(tx, voucher) }
  })
  const bytes = await draw(ctx, { balance, code, giverName, picture: await readPicture(ctx, imagePipeline) })
  return { bytes, lastFour: balance.voucher.lastFour }
}

const ELSEWHERE = 'We cannot write the code of this voucher again. It is in the e-mail that we have sent.'

/** Returns the file of a voucher as the attachment of an e-mail. Its buyer, who may save it before, may have spent a part. */
export async function attach(
  ctx: SystemContext,
  tx: Transaction,
  { voucher, code, picture }: { voucher: VoucherRow; code: string; picture: VoucherFacts['picture'] },
): Promise<EmailAttachment> {
  const [balance] = await readBalances(tx, eq(vouchers.id, voucher.id))
  const giverName = await readGiverName(tx, voucher)
  const bytes = await draw(ctx, { balance: must(balance), code, giverName, picture })
  const file = { filename: toFileName(code.slice(-LAST)), contentType: 'application/pdf' }
  return { ...file, content: bytes.toString('base64'), encoding: 'base64' }
}

/** Returns the name of the buyer; blank for a voucher that an admin has made, and for a buyer who has deleted their account. */
async function readGiverName(tx: Transaction, { userId }: VoucherRow): Promise<string> {
  if (userId === null) return ''
  const { name, deletedAt } = await Users.read(tx, userId)
  return deletedAt === null ? name : ''
}

export function toFileName(lastFour: string): string {
  return `gift-voucher-${lastFour}.pdf`
}

interface Drawn {
  balance: Balance
  code: string
  giverName: string
  picture: VoucherFacts['picture']
}

async function draw(
  { school, publicUrl }: SystemContext,
  { balance, code, giverName, picture }: Drawn,
): Promise<Buffer> {
  const { amountMinor, currency, recipientName, message, lastDay } = balance.voucher
  // Loaded with the first voucher, since it is large.
  const { drawVoucher } = await import('./document/voucher-document.ts')
  const leftMinor = countBalance(balance)
  const today = describeDay(readToday(school))
  return drawVoucher({
    ...{ school: school.current, picture, recipientName, message, giverName, code, lastDay: describeDay(lastDay) },
    amount: formatMoney(amountMinor, currency),
    left: leftMinor < amountMinor ? `${formatMoney(leftMinor, currency)} of it was left on ${today}.` : '',
    // Browsers do not send what follows the `#`, so that no log has the code.
    redeemUrl: `${publicUrl}/gift-voucher#${code}`,
    classesUrl: `${publicUrl}/classes`,
  })
}

const SCHOOL_IMAGE = readUrls(FOLDERS.school)['window-light'] ?? ''

/** Returns the school's logo, or its picture, as a JPEG; null where it cannot be read, since a code that was paid for waits for no picture. */
export async function readPicture(
  { school, log }: Pick<SystemContext, 'school' | 'log'>,
  imagePipeline: PdfComponents['imagePipeline'],
): Promise<VoucherFacts['picture']> {
  return findPicture(school.current.logo, imagePipeline).catch((error: unknown) => {
    log.warn(error, 'a voucher has no picture')
    return null
  })
}

async function findPicture(
  logo: string | null,
  { storage, jpegs }: PdfComponents['imagePipeline'],
): Promise<VoucherFacts['picture']> {
  const source = logo === null ? null : await readImage(storage, logo)
  const image = source ?? (await readImage(storage, SCHOOL_IMAGE))
  if (!image) return null
  const key = createHash('sha256').update(image).digest('hex')
  const jpeg = await jpegs.get(`voucher ${key}`, 'vouchers', async () => ({ source: image, job: { kind: 'jpeg' } }))
  return { jpeg, isLogo: source !== null }
}
