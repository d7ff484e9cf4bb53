import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ChecklistItem, Checklist as Data } from '#contract/checklist.ts'
import { api, call } from '#web/api.ts'
import { queryKeys } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { toastSuccess } from '#web/ui/toasts.ts'
import { useAction } from '#web/use-action.ts'

/** Lists open tasks of a new school. It is gone when all is done, or an admin puts it away. */
export function Checklist() {
  const testEmail = useTestEmail()
  const putAway = usePutAway()
  const { data } = useChecklist(testEmail.isSuccess)
  if (!data?.is_shown) return null
  return (
    <section aria-labelledby="checklist-title" className="mt-10 border border-line p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="checklist-title" className="font-display text-2xl">
          Before you open
        </h2>
        <Button look="ghost" className="btn-sm" busy={putAway.isPending} onClick={() => putAway.mutate()}>
          Put away
        </Button>
      </div>
      <ul className="record-list -mb-4 border-b-0">
        {data.items.map(({ item, done }) => (
          <li key={item} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className={done ? 'text-soft' : undefined}>
              {describeItem(item, data)} <span className="sr-only">{done ? 'Done' : 'To do'}</span>
            </p>
            <span className="flex items-center gap-4">
              {!(done && item === 'email') && <NextStep item={item} testEmail={testEmail} />}
              {done && <span aria-hidden="true">✓</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeItem(item: ChecklistItem, { has_mail_server }: Data): string {
  if (item === 'slides') return 'Publish a slide on the home page.'
  if (item === 'instructors') return 'Invite your instructors.'
  if (item === 'payments') return "Connect payments: set Stripe's live keys, and let a webhook event arrive."
  if (item === 'texts') return 'Review the terms, privacy and refund texts.'
  return has_mail_server
    ? 'Send a test e-mail to yourself.'
    : 'Send a test e-mail to yourself. No mail server is set: it becomes a file on the server.'
}

const STEPS: Record<Exclude<ChecklistItem, 'email'>, { to: string; label: string }> = {
  slides: { to: '/dashboard/slides', label: 'Slides' },
  instructors: { to: '/dashboard/invitations', label: 'Invitations' },
  payments: { to: '/dashboard/payments', label: 'Payments' },
  texts: { to: '/dashboard/pages', label: 'Pages' },
}

interface NextStepProps {
  item: ChecklistItem
  testEmail: ReturnType<typeof useTestEmail>
}

function NextStep({ item, testEmail: { isPending, mutate } }: NextStepProps) {
  if (item === 'email')
    return (
      <Button look="outline" className="btn-sm" busy={isPending} onClick={() => mutate()}>
        Send test e-mail
      </Button>
    )
  const { to, label } = STEPS[item]
  return (
    <Link to={to} className="link">
      {label}
    </Link>
  )
}

/** Pause between reads while a test e-mail is on its way. */
const INTERVAL_MS = 2_000

/** @param awaitsEmail whether a test e-mail was requested here */
function useChecklist(awaitsEmail: boolean) {
  const { role } = useSession()
  return useQuery({
    queryKey: queryKeys.checklist,
    queryFn: () => call(api.getChecklist),
    enabled: role === 'admin',
    refetchInterval: ({ state }) =>
      awaitsEmail && state.data?.items.some(({ item, done }) => item === 'email' && !done) ? INTERVAL_MS : false,
  })
}

function usePutAway() {
  return useAction(() => call(api.dismissChecklist), { after: 'checklistChanged' })
}

function useTestEmail() {
  return useAction(() => call(api.sendTestEmail), {
    done: ({ sent_to }) => toastSuccess(`We're sending an e-mail to ${sent_to}.`),
  })
}
