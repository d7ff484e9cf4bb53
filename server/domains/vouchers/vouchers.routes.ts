import { Readable } from 'node:stream'
import { api } from '#contract/api.ts'
import { limitWrongCodes, UnknownCodeError } from '#server/domains/coupons/wrong-codes.ts'
import type { Components } from '#server/domains/domain.ts'
import { AppError } from '#server/platform/app-error.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import { type Serve, ServedFile } from '#server/ports/serve.ts'
import * as Sales from './sales.ts'
import * as VoucherPdf from './voucher-pdf.ts'
import * as Vouchers from './vouchers.ts'

export function vouchersRoutes(
  serve: Serve,
  components: Pick<Components, 'rateLimiter' | 'voucherCodes' | 'imagePipeline'>,
): void {
  const { rateLimiter, voucherCodes } = components
  serve(api.listVouchers, (ctx, { query }) => Vouchers.list(ctx, toFirstPage(query)))
  serve(api.buyVoucher, (ctx, { body }) => Sales.begin(ctx, voucherCodes, body))
  serve(api.makeVoucher, (ctx, { body }) => Vouchers.make(ctx, voucherCodes, body))
  serve(api.changeVoucher, async (ctx, { params, body }) => ({
    modifiedCount: await Vouchers.change(ctx, params.id, body),
  }))
  serve(api.voidVoucher, async (ctx, { params, body }) => ({ modifiedCount: await Vouchers.end(ctx, params.id, body) }))
  serve(api.getVoucherPdf, async (ctx, { params }) => {
    const { bytes, lastFour } = await VoucherPdf.read(ctx, components, params.id)
    return new ServedFile(Readable.from([bytes]), {
      'content-type': 'application/pdf',
      'content-length': bytes.length,
      'content-disposition': `attachment; filename="${VoucherPdf.toFileName(lastFour)}"`,
    })
  })
  serve(api.readVoucherBalance, async (ctx, { body }, { network }) => {
    const guesser = { userId: ctx.actor.id, network }
    try {
      return await limitWrongCodes(rateLimiter, guesser, () => Vouchers.readBalance(ctx, body.code))
    } catch (error) {
      throw error instanceof UnknownCodeError ? new AppError('NOT_FOUND', error.message) : error
    }
  })
}
