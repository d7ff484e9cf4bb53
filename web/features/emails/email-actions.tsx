import { useState } from 'react'
import type { EmailTemplate, EmailWords } from '#contract/emails.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { discardUnsaved } from '#web/ui/unsaved.ts'
import { useEmailCalls } from './emails.query.ts'

interface EmailActionsProps {
  /** As it is stored. */
  email: EmailTemplate
  /** As they are in the form. */
  words: EmailWords
  onReset: () => void
}

/** Tests the words as they are in the form, and goes back to the default ones. */
export function EmailActions({ email, words, onReset }: EmailActionsProps) {
  const { test, reset } = useEmailCalls(email._id)
  const [isBusy, setBusy] = useState(false)
  const run = (work: () => Promise<void>) => {
    setBusy(true)
    return work()
      .catch((error: Error) => toastError(error.message))
      .finally(() => setBusy(false))
  }
  const sendTest = async () => toastSuccess(`A test is on its way to ${await test(words)}.`)
  const askAndReset = async () => {
    if (!(await confirm(toQuestion(email)))) return
    await reset(email.version)
    discardUnsaved()
    toastSuccess('The default words apply again.')
    onReset()
  }
  return (
    <section aria-label="Test and reset" className="mt-10 grid max-w-4xl gap-4 border-line border-t pt-6">
      <p className="text-soft">The test has example values, and the words above, saved or not.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" busy={isBusy} onClick={() => run(sendTest)}>
          Send a test to me
        </Button>
        {email.state !== 'default' && (
          <Button look="danger" busy={isBusy} onClick={() => run(askAndReset)}>
            Reset to default
          </Button>
        )}
      </div>
      {email.state !== 'default' && <DefaultWords email={email} />}
    </section>
  )
}

function toQuestion({ name }: EmailTemplate) {
  return {
    title: 'Reset to default?',
    text: 'Your words of this e-mail are deleted, also those that you have not saved. The next one has our default words.',
    detail: name,
    action: 'Reset to default',
  }
}

function DefaultWords({ email: { default_subject, default_text } }: { email: EmailTemplate }) {
  return (
    <details>
      <summary className="link w-fit py-1">Default words</summary>
      <p className="wrap-anywhere pt-3 font-medium">{default_subject}</p>
      <p className="wrap-anywhere whitespace-pre-line pt-3 text-soft">{default_text}</p>
    </details>
  )
}
