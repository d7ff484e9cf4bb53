/** `npm run order-life`: draws docs/order-life.md from the table that the code uses. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ATTEMPT, type Life, PAYMENT, REFUND } from '../server/payments/life.ts'

const FILE = join(import.meta.dirname, '../docs/order-life.md')

const LIVES: [name: string, says: string, life: Life][] = [
  ['An attempt to pay', 'Holds a seat while it is open, and freezes who buys what for how much.', ATTEMPT],
  ['A payment', 'Stands for money that was taken; with it comes the enrolment, which a refund ends.', PAYMENT],
  ['A refund', 'Money on its way back, sent by a job until the provider has it.', REFUND],
]

/** The page as it must be. */
export function drawn(): string {
  const chapters = LIVES.map(([name, says, life]) => `## ${name}\n\n${says}\n\n${diagramOf(life)}\n`)
  return `# The order’s life

Drawn by \`npm run order-life\` from [server/payments/life.ts](../server/payments/life.ts), the table by which
[moves.ts](../server/payments/moves.ts) takes every step.

${chapters.join('\n')}`
}

/** The page as it is. */
export function kept(): string {
  return readFileSync(FILE, 'utf8')
}

function diagramOf({ begins, steps }: Life): string {
  const births = begins.map((birth) => `    [*] --> ${birth.in}: ${birth.when}`)
  const arrows = Object.entries(steps).flatMap(([name, { from, to, when }]) =>
    from.map((state) => `    ${state} --> ${to}: ${name} (${when})`),
  )
  return ['```mermaid', 'stateDiagram-v2', ...births, ...arrows, '```'].join('\n')
}

if (import.meta.main) writeFileSync(FILE, drawn())
