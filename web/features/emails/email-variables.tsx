import type { EmailVariable } from '#contract/emails.ts'
import { About } from '#web/ui/button.tsx'

interface EmailVariablesProps {
  variables: EmailVariable[]
  onInsert: (variable: EmailVariable) => void
}

const KINDS: Record<EmailVariable['kind'], string> = {
  text: '',
  link: 'A link: select its words first, or leave it on its own.',
  block: 'We write these lines. They need empty lines around them.',
}

/** The variables of an e-mail. Each button inserts one at the cursor. */
export function EmailVariables({ variables, onInsert }: EmailVariablesProps) {
  return (
    <section aria-labelledby="variables">
      <h2 id="variables" className="field-label">
        Variables
      </h2>
      <p className="mb-2 text-sm text-soft">We replace them in each e-mail. Choose one to insert it at the cursor.</p>
      <ul className="divide-y divide-line border-line border-y">
        {variables.map((variable) => (
          <li key={variable.name} className="email-variable">
            <button type="button" className="btn btn-outline btn-sm" onClick={() => onInsert(variable)}>
              <code>{`{{${variable.name}}}`}</code>
              <About>insert</About>
            </button>
            <p className="text-sm text-soft">{describeVariable(variable)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeVariable({ meaning, kind, required }: EmailVariable): string {
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
  const rule = required && `The ${required} must contain it.`
  return [sentence, KINDS[kind], rule].filter(Boolean).join(' ')
}
