import { DAY_MS } from '../../../contract/values/day.ts'
import { type Domain, defineJob } from '../domain.ts'
import { CONTRACT_WITHDRAWAL_EMAILS } from './contract-withdrawals.emails.ts'
import { contractWithdrawalsRoutes } from './contract-withdrawals.routes.ts'
import { CONTRACT_WITHDRAWAL_EXPORTS } from './contract-withdrawals.table.ts'
import * as ContractWithdrawals from './contract-withdrawals.ts'

export const contractWithdrawals: Domain = {
  routes: contractWithdrawalsRoutes,
  jobs: [
    defineJob(ContractWithdrawals.proveJob, ({ services }, { withdrawalId }) =>
      ContractWithdrawals.prove(services, withdrawalId),
    ),
  ],
  emails: {
    'Payments and seats': [CONTRACT_WITHDRAWAL_EMAILS.received],
    'For the school': [CONTRACT_WITHDRAWAL_EMAILS.school],
  },
  every: [
    {
      everyMs: DAY_MS,
      run: ({ services }) => ContractWithdrawals.removeUnmatched(services.db),
      failure: 'old withdrawals without an order could not be removed',
    },
  ],
  data: async (ctx) => ({ withdrawals: await ContractWithdrawals.listOwn(ctx) }),
  tables: { exported: CONTRACT_WITHDRAWAL_EXPORTS },
}
