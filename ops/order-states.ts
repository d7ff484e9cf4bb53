/** `npm run order-states`: draws docs/order-states.md from the state machines that the code uses. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTEMPT, PAYMENT, REFUND, type StateMachine } from '../server/domains/payments/state-machine.ts'

const FILE = join(import.meta.dirname, '../docs/order-states.md')

const MACHINES: [name: string, description: string, machine: StateMachine][] = [
  ['Attempt', 'An attempt to pay. It holds a seat while it is open, and freezes buyer, class and amount.', ATTEMPT],
  [
    'Payment',
    'Money that was received. A refund of a part may leave the enrolment as it is. None begins while the payment is disputed.',
    PAYMENT,
  ],
  [
    'Refund',
    'Money that is returned, the whole payment or a part. A job sends it until the provider has accepted it.',
    REFUND,
  ],
]

/** Returns the page that matches the code. */
export function drawPage(): string {
  const chapters = MACHINES.map(([name, text, machine]) => `## ${name}\n\n${text}\n\n${drawDiagram(machine)}\n`)
  return `# States of an order

Drawn by \`npm run order-states\` from [server/domains/payments/state-machine.ts](../server/domains/payments/state-machine.ts), which [transitions.ts](../server/domains/payments/transitions.ts) applies.

${chapters.join('\n')}`
}

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
