import { ConfirmationOffer } from './confirmation-offer.tsx'
import { useMethods } from './methods.query.ts'

/** Shows whether the e-mail address is confirmed; if not, offers another link. Renders nothing while it loads. */
export function EmailStatus() {
  const { data: methods } = useMethods()
  if (!methods) return null
  if (methods.emailVerified) return <p className="text-sm text-soft">confirmed</p>
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      <p className="text-sm text-soft">not confirmed yet</p>
      <ConfirmationOffer />
    </div>
  )
}
