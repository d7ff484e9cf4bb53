/** Under the card form of the pretend provider: what there is to try. */
export function SandboxHint() {
  return (
    <div className="hint text-sm">
      <p>A pretend card provider: nothing is charged. Any date to come and any CVC will do.</p>
      <ul className="mt-2 grid gap-1">
        {CARDS.map(([number, what]) => (
          <li key={number}>
            <span className="whitespace-nowrap">{number}</span> {what}
          </li>
        ))}
      </ul>
    </div>
  )
}

const CARDS = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 9995', 'has insufficient funds'],
  ['4000 0025 0000 3155', 'asks for authentication first'],
] as const
