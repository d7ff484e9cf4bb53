import { useEffect, useRef } from 'react'
import { useSchool } from '#web/school/school.ts'
import { Button } from '#web/ui/button.tsx'
import { saveAsFile } from '#web/ui/lists/save-as-file.ts'
import { copyText } from '#web/ui/secrets/copy-text.ts'

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { name } = useSchool()
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="font-display text-xl">
        Your recovery codes
      </h3>
      <p>If you lose your phone, each of these codes logs you in once. Store them now: we won't show them again.</p>
      <ul aria-label="Recovery codes" className="grid gap-x-6 gap-y-1 border border-line p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => copyText(text)}>
          Copy
        </Button>
        <Button
          look="outline"
          onClick={() => saveAsFile(`Recovery codes for ${name}\n\n${text}\n`, 'recovery-codes.txt', 'text/plain')}
        >
          Download
        </Button>
        <Button onClick={onDone}>Done</Button>
      </div>
    </>
  )
}
