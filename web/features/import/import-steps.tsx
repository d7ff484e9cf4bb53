const STEPS = ['Upload', 'Match columns', 'Check', 'Import']

/** The steps of an import, and which of them is open. */
export function ImportSteps({ step }: { step: number }) {
  return (
    <ol aria-label="Steps" className="mb-8 flex flex-wrap gap-x-6 gap-y-2 border-line border-b pb-4 text-sm">
      {STEPS.map((label, index) => (
        <li
          key={label}
          aria-current={index === step ? 'step' : undefined}
          className={index === step ? 'font-medium' : 'text-soft'}
        >
          {index + 1}. {label}
        </li>
      ))}
    </ol>
  )
}
