/** `npm run order-states`: draws docs/order-states.md from the state machines and the tables of the ledger that the code uses. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STATES } from '../server/domains/orders/orders.ts'
import { ACCOUNTS, type Account, POSTINGS } from '../server/domains/payments/ledger.table.ts'
import { ATTEMPT, PAYMENT, REFUND, type StateMachine } from '../server/domains/payments/state-machine.ts'

const FILE = join(import.meta.dirname, '../docs/order-states.md')

const MACHINES: [name: string, description: string, machine: StateMachine][] = [
  [
    'Attempt',
    'An attempt to pay for a seat, or for the move of one to another date. It holds the seat while it is open, and freezes buyer, class and amount. Those of an order move together.',
    ATTEMPT,
  ],
  [
    'Payment',
    'Money that was received. A refund of a part may leave the enrolment as it is. None begins while the payment is disputed.',
    PAYMENT,
  ],
  [
    'Refund',
    'Money that is returned, the whole payment or a part, as an amount. A job sends it until the provider has accepted it. Where a refund made at the provider leaves too little, the amount of one that is queued becomes smaller.',
    REFUND,
  ],
]

/** Returns the page that matches the code. */
export function drawPage(): string {
  const chapters = MACHINES.map(([name, text, machine]) => `## ${name}\n\n${text}\n\n${drawDiagram(machine)}\n`)
  return `# States of an order

Drawn by \`npm run order-states\` from [server/domains/payments/state-machine.ts](../server/domains/payments/state-machine.ts), which [transitions.ts](../server/domains/payments/transitions.ts) applies.

${drawOrders()}
${chapters.join('\n')}
${drawLedger()}`
}

function drawOrders(): string {
  const rows = Object.entries(STATES).map(([attempt, order]) => `| ${attempt} | ${order} |`)
  return `## Order

What is owed: its lines, each with an amount, never change. Its state is that of its attempt.

| attempt | order |
| --- | --- |
${rows.join('\n')}
`
}

function drawLedger(): string {
  const accounts = Object.entries(ACCOUNTS) as [Account, string][]
  const rows = Object.values(POSTINGS).map(
    ({ when, signs }: { when: string; signs: Partial<Record<Account, 1 | -1>> }) =>
      [when, ...accounts.map(([account]) => SIGNS[signs[account] ?? 0])].join(' | '),
  )
  return `## Ledger

Triggers of payments and refunds post the amount, in the same transaction ([decision 40](decisions/0040-ledger.md)). The entries of a posting sum to 0 and never change.

| account | meaning |
| --- | --- |
${accounts.map(([account, meaning]) => `| ${account} | ${meaning} |`).join('\n')}

| when | ${accounts.map(([account]) => account).join(' | ')} |
| --- | ${accounts.map(() => '---').join(' | ')} |
${rows.map((row) => `| ${row} |`).join('\n')}
`
}

const SIGNS = { [-1]: '−', 0: '', 1: '+' }

/** Returns the page in docs/. */
export function readPage(): string {
  return readFileSync(FILE, 'utf8')
}

function drawDiagram({ initial, transitions }: StateMachine): string {
  const starts = initial.map((start) => `    [*] --> ${start.in}: ${start.when}`)
  const arrows = Object.entries(transitions).flatMap(([name, { from, to, when }]) =>
    from.map((state) => `    ${state} --> ${to}: ${name} (${when})`),
  )
  return ['```mermaid', 'stateDiagram-v2', ...starts, ...arrows, '```'].join('\n')
}

if (import.meta.main) writeFileSync(FILE, drawPage())
