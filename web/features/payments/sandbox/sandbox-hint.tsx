import { TestMode } from '../test-mode.tsx'

/** Says below the sandbox's card form which cards to try. */
export function SandboxHint() {
  return (
    <TestMode note="Any future date, any CVC.">
      <details className="disclosure">
        <summary>Test card 4242 4242 4242 4242</summary>
        <ul className="mt-1 grid gap-1">
          {OTHER_CARDS.map(([number, result]) => (
            <li key={number}>
              <span className="whitespace-nowrap">{number}</span> {result}
            </li>
          ))}
        </ul>
      </details>
    </TestMode>
  )
}

const OTHER_CARDS = [
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0025 0000 3155', 'asks for authentication first'],
] as const
