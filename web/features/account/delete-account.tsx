import { useQuery } from '@tanstack/react-query'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { LostPlace } from '#contract/account-deletion.ts'
import { RECENT_SIGN_IN_MINUTES } from '#contract/values/limits.ts'
import { formatMajor } from '#contract/values/money.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { api, call } from '#web/api.ts'
import { creditQuery } from '#web/features/credit/credit.query.ts'
import { queryKeys } from '#web/queries.ts'
import { Price } from '#web/school/price.tsx'
import { deleteAccount } from '#web/session/account/account.ts'
import { toMessage } from '#web/session/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm, DELETE_CONFIRMATION } from '#web/ui/confirm.ts'
import { PasswordField } from '#web/ui/field.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { popupSuccess } from '#web/ui/toasts.ts'
import { FormError } from '#web/ui/validation/form-error.tsx'
import { lazyResolver } from '#web/ui/validation/lazy-resolver.ts'
import type { DeleteForm as Values } from './delete-account.rules.ts'
import { ProfileSection } from './profile-section.tsx'

const { resolver, preload } = lazyResolver<Values>(() => import('./delete-account.rules.ts'))

/** Deletes the account after a confirmation, and after the password if there is one. */
export function DeleteAccount({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const navigate = useNavigate()
  const places = useLostPlaces(email)
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    ...(hasPassword && { resolver }),
    mode: 'onSubmit',
    defaultValues: { refund: true },
  })
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ password, refund }) => {
    if (!(await confirm({ ...DELETE_CONFIRMATION, detail: describeDeletion(email) }))) return
    try {
      const choice = { password: hasPassword ? password : null, refund }
      await deleteAccount(choice, () => navigate('/', { flushSync: true }))
    } catch (error) {
      return setError('root', { message: toMessage(error) })
    }
    popupSuccess('Your account is deleted.')
  })
  return (
    <ProfileSection
      title="Delete account"
      line="We delete your login, profile and selected classes immediately. Payments stay on record."
    >
      <form noValidate onSubmit={submit} onFocus={preload} className="grid gap-5">
        <FormError message={errors.root?.message} />
        <LostPlaces places={places} checkbox={register('refund')} />
        <LostCredit />
        <input type="text" hidden readOnly autoComplete="username" value={email} />
        {hasPassword ? (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        ) : (
          <p>If you logged in more than {RECENT_SIGN_IN_MINUTES} minutes ago, we ask you to sign in again first.</p>
        )}
        <Button type="submit" look="danger" className="justify-self-start" busy={isSubmitting}>
          Delete account
        </Button>
      </form>
    </ProfileSection>
  )
}

function describeDeletion(email: string): string {
  return `You are deleting your account ${email}. You lose access to your classes.`
}

/** GET /account/deletion: the user's places that end with the account. */
function useLostPlaces(email: string): LostPlace[] {
  const queryKey = [...queryKeys.ownPayments, email, 'deletion']
  return useQuery({ queryKey, queryFn: () => call(api.listLostPlaces) }).data ?? []
}

/** The places that end with the account, with what the user gets back. They may decline the refund. */
function LostPlaces({ places, checkbox }: { places: LostPlace[]; checkbox: UseFormRegisterReturn }) {
  const [choices, ending] = [places.filter((place) => place.is_choice), places.filter((place) => !place.is_choice)]
  const hasRefund = ending.some(({ refund }) => refund !== null)
  return (
    <>
      {ending.length > 0 && (
        <div className="grid gap-3">
          <p>You give up {ending.length === 1 ? 'your place' : `your ${ending.length} places`}:</p>
          <PlaceList places={ending} />
          {hasRefund && <CheckBox {...checkbox}>Refund me what I can still cancel</CheckBox>}
        </div>
      )}
      {choices.length > 0 && (
        <div className="grid gap-3">
          <p>You have not chosen yet what you get for what we canceled. Without your account, we only refund cards:</p>
          <PlaceList places={choices} />
        </div>
      )}
    </>
  )
}

function PlaceList({ places }: { places: LostPlace[] }) {
  return (
    <ul className="grid gap-2">
      {places.map((place) => (
        <li key={`${place.runId} ${place.is_choice}`}>{describePlace(place)}</li>
      ))}
    </ul>
  )
}

/** The credit that is given up with the account. */
function LostCredit() {
  const { data: credit } = useQuery(creditQuery)
  const all = credit ? credit.balance + credit.reserved : 0
  if (all === 0) return null
  return (
    <p>
      You give up your credit of <Price amount={all} />. Spend it first if you want to keep its value.
    </p>
  )
}

function describePlace({ className, starts, time_zone, refund, credit }: LostPlace): string {
  const start = starts === null ? '' : `, ${formatClockTime(starts, time_zone)}`
  const money = ({ amount, currency }: NonNullable<LostPlace['refund']>) => formatMajor(amount, currency)
  const back = refund === null ? 'no refund' : `${money(refund)} back`
  return `${className}${start}: ${back}${credit === null ? '' : `. You give up ${money(credit)} of credit.`}`
}
