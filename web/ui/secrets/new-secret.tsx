import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { copyText } from './copy-text.ts'

interface NewSecretProps {
  title: string
  /** Purpose of the secret. */
  line: string
  secret: string
  onDone: () => void
}

/** Shows a secret that was just made, once. */
export function NewSecret({ title, line, secret, onDone }: NewSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4 border border-line p-5">
      <h3 ref={heading} tabIndex={-1} className="font-display text-xl">
        {title}
      </h3>
      <p>{line} Store it now: we won't show it again.</p>
      <code className="break-all bg-base-200 p-3 font-mono text-sm">{secret}</code>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => copyText(secret)}>
          Copy
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  )
}
