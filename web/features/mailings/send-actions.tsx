import { useNavigate } from 'react-router'
import type { Mailing } from '#contract/mailings.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { describeRecipients } from './describe-mailing.ts'
import { useMailingCalls } from './mailings.query.ts'

interface SendActionsProps {
  mailing: Mailing
  /** Without changes that are not saved. */
  isSaved: boolean
}

/** Tests, sends and deletes a draft, as it is saved. */
export function SendActions({ mailing, isSaved }: SendActionsProps) {
  const { isBusy, run } = useBusy()
  const navigate = useNavigate()
  const { test, remove, ...calls } = useMailingCalls(mailing._id)
  const sendTest = async () => toastSuccess(`A test is on its way to ${await test(mailing._id)}.`)
  const askAndDelete = async () => {
    if (!(await confirm({ ...DELETE_CONFIRMATION, detail: mailing.subject }))) return
    await remove(mailing._id)
    toastSuccess('Deleted!')
    await navigate('/dashboard/newsletter')
  }
  return (
    <section aria-label="Send" className="mt-10 grid max-w-4xl gap-4 border-line border-t pt-6">
      <p className="text-soft" role="status">
        {isSaved ? 'You can test and send it as it is saved.' : 'You have unsaved changes. Save them before you send.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" disabled={!isSaved} busy={isBusy} onClick={() => run(sendTest)}>
          Send a test to me
        </Button>
        <Button disabled={!isSaved} busy={isBusy} onClick={() => run(() => askAndSend(mailing, calls))}>
          Send
        </Button>
        <Button look="danger" busy={isBusy} onClick={() => run(askAndDelete)}>
          Delete
        </Button>
      </div>
    </section>
  )
}

type SendCalls = Pick<ReturnType<typeof useMailingCalls>, 'count' | 'send'>

/** Shows the number of recipients before it sends. */
async function askAndSend(mailing: Mailing, { count, send }: SendCalls): Promise<void> {
  const recipients = await count(mailing._id)
  if (recipients === 0) return toastError('Nobody would receive this now. Choose other recipients.')
  const question = {
    title: `Send to ${describeRecipients(recipients)}?`,
    text: 'You can stop sending, but you cannot take back what has arrived.',
    detail: `${mailing.subject} – ${mailing.audience === 'subscribers' ? 'subscribers of the newsletter' : mailing.class_names.join(', ')}`,
    action: `Send to ${describeRecipients(recipients)}`,
  }
  if (!(await confirm(question))) return
  toastSuccess(`Queued for ${describeRecipients(await send(mailing._id, mailing.version))}.`)
}
