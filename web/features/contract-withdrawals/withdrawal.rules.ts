/** The checks of a withdrawal from a contract: those of the server, for an order number as it is typed. */
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { ContractWithdrawalRequest } from '#contract/contract-withdrawals.ts'

const WithdrawalForm = ContractWithdrawalRequest.extend({
  order: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,14}$/, 'Enter the number of the order, such as 100001. It is in your receipt.'),
  text: ContractWithdrawalRequest.shape.text.unwrap(),
})
export type WithdrawalForm = z.infer<typeof WithdrawalForm>

export const rules = zodResolver(WithdrawalForm)
