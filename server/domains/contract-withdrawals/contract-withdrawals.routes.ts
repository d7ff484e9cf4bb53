import { api } from '#contract/api.ts'
import { toFirstPage } from '#server/platform/database/lists.ts'
import type { Serve } from '#server/ports/serve.ts'
import * as ContractWithdrawals from './contract-withdrawals.ts'

export function contractWithdrawalsRoutes(serve: Serve): void {
  serve(api.withdrawFromContract, async (ctx, { body }) => ({
    insertedId: await ContractWithdrawals.declare(ctx, body),
  }))
  serve(api.listContractWithdrawals, (ctx, { query }) => ContractWithdrawals.list(ctx, toFirstPage(query)))
  serve(api.markContractWithdrawal, async (ctx, { params, body }) => ({
    modifiedCount: await ContractWithdrawals.mark(ctx, params.id, body.done),
  }))
}
