import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { EnrolledClassPage as ClassDetails, EnrolledClass } from '#contract/enrolments.ts'
import type { MoveQuote } from '#contract/moves.ts'
import type { Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'
import { api, call } from '#web/api.ts'
import { RunFacts } from '#web/features/calendar/run-dates.tsx'
import { schoolClassQuery } from '#web/features/classes/school-class.query.ts'
import { refetchAfter } from '#web/queries.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { PersonPhoto } from '#web/ui/person-photo.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { BackLink } from '#web/ui/text/back-link.tsx'
import { EmailAddress } from '#web/ui/text/email-address.tsx'
import { Fact } from '#web/ui/text/fact.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { lazyView } from '#web/ui/views/lazy-view.tsx'
import { CancellationNote } from './cancellation-note.tsx'
import { ClassMaterial } from './class-material.tsx'
import { DateChoice, nameRun } from './date-choice.tsx'
import { EnrolmentPayments } from './enrolment-payments.tsx'

const Party = lazyView(() => import('./party/party.view.tsx'))
const SubstituteForm = lazyView(() => import('./substitute-form.view.tsx'))

/** A class as its enrolled students see it: image, instructor, sessions and place, payment, number of students, material. */
export function EnrolledClassPage({ enrolledClass }: { enrolledClass: ClassDetails }) {
  const { className, classImage, focus, instructorName, material } = enrolledClass
  return (
    <article className="grid grid-cols-1 gap-8">
      <Header className={className} />
      <div className="enrolled-class">
        <Picture
          src={classImage}
          alt={`Photo: ${className}`}
          sizes="(min-width: 80rem) 72rem, 100vw"
          priority
          focus={focus}
          className="enrolled-class-picture"
        />
        <div className="enrolled-class-columns">
          <Aside enrolledClass={enrolledClass} />
          <ClassMaterial material={material} instructorName={instructorName} />
        </div>
      </div>
    </article>
  )
}

function Aside({ enrolledClass }: { enrolledClass: ClassDetails }) {
  const { className, enroll, run, cancellations_left: left } = enrolledClass
  return (
    <aside>
      <div className="grid gap-6">
        <dl className="grid gap-6">
          <RunFacts run={run} className={className} />
          <Fact term="Who">
            <Instructor enrolledClass={enrolledClass} />
            <p className="mt-2 text-soft">{describeOthers(enroll - 1)}</p>
          </Fact>
          <EnrolmentPayments runId={run._id} />
        </dl>
        <CancellationNote left={left} />
      </div>
      <section aria-labelledby="changes" className="enrolled-class-changes">
        <h2 id="changes" className="font-display text-2xl">
          Change your place
        </h2>
        <ChangeDate enrolledClass={enrolledClass} />
        <div className="enrolled-class-more">
          <SubstituteForm enrolledClass={enrolledClass} />
          <Party runId={run._id} startsAt={run.starts_at} />
        </div>
      </section>
    </aside>
  )
}

/** The title, below a link to the list of the enrolled classes, which only students have. */
function Header({ className }: { className: string }) {
  const { role } = useSession()
  return (
    <header>
      {role === 'student' && <BackLink to="/dashboard/enroll-class">My Enrolled Classes</BackLink>}
      <h1 className="break-words font-display text-4xl sm:text-5xl">{className}</h1>
    </header>
  )
}

function Instructor({ enrolledClass }: { enrolledClass: ClassDetails }) {
  const { instructorName, instructorEmail, instructorImage } = enrolledClass
  return (
    <div className="mt-2 flex min-w-0 items-center gap-3">
      <PersonPhoto src={instructorImage} name={instructorName} className="size-12" />
      <p className="min-w-0">
        {instructorName}
        <a href={`mailto:${instructorEmail}`} className="link block">
          <EmailAddress email={instructorEmail} />
        </a>
      </p>
    </div>
  )
}

function describeOthers(others: number): string {
  if (others <= 0) return 'You are the first student in this class.'
  return `You and ${formatCount(others, 'other student')} are enrolled.`
}

/** Returns what a move costs; null where it is not possible, which a message says. */
async function readQuote({ run }: EnrolledClass, next: Run): Promise<MoveQuote | null> {
  try {
    return await call(api.getMove, { params: { id: run._id }, query: { runId: next._id } })
  } catch (error) {
    toastError((error as Error).message)
    return null
  }
}

function toQuestion({ className, run }: EnrolledClass, next: Run, { text, due }: MoveQuote): Confirmation {
  const rest =
    due > 0
      ? { detail: `${text} You keep your present seat until you have paid.`, action: 'Continue to payment' }
      : { detail: `${text} Your present seat goes to others at once. We e-mail you.`, action: 'Change date' }
  return { title: 'Change your date?', text: `${className}: from ${nameRun(run)} to ${nameRun(next)}.`, ...rest }
}

/** Moves a student to another date of their class. Shown only while there is another date to move to. */
function ChangeDate({ enrolledClass }: { enrolledClass: EnrolledClass }) {
  const dates = useOtherDates(enrolledClass)
  const [choice, setChoice] = useState<string>()
  const { changeTo, isPending } = useChangeDate(enrolledClass)
  const chosen = dates.find(({ _id }) => _id === choice) ?? dates[0]
  if (!chosen) return null
  return (
    <div className="grid gap-3">
      <DateChoice label="Change your date" runs={dates} value={chosen._id} onChoose={setChoice} />
      <Button look="outline" className="justify-self-start" busy={isPending} onClick={() => changeTo(chosen)}>
        Change date
      </Button>
    </div>
  )
}

/**
 * Returns the other dates that the user can move to: with a free seat. None once their own date has closed or begun; a seat without a date can
 * still be exchanged for one.
 */
function useOtherDates({ classId, run }: EnrolledClass): Run[] {
  const { data } = useQuery({ ...schoolClassQuery(classId), retry: false })
  const offered = data?.runs ?? []
  const isOpen = offered.some(({ _id }) => _id === run._id)
  const mayLeave = run.starts_at === null ? run.canceled_at === undefined : isOpen && run.starts_at > Date.now()
  if (!mayLeave) return []
  return offered.filter(({ _id, seats }) => _id !== run._id && seats > 0)
}

function useChangeDate(enrolledClass: EnrolledClass) {
  const { run } = enrolledClass
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationFn: (runId: string) => call(api.moveEnrolment, { params: { id: run._id }, body: { runId } }),
    onSuccess: () => toastSuccess('Your date is changed. We have e-mailed you.'),
    onError: (error) => toastError(error.message),
    onSettled: () => refetchAfter(client, 'dateChanged'),
  })
  const changeTo = async (next: Run) => {
    const quote = await readQuote(enrolledClass, next)
    if (!quote) return
    if (quote.due > 0 && !quote.is_payable) return toastError(quote.text)
    if (!(await confirm(toQuestion(enrolledClass, next, quote)))) return
    if (quote.due > 0) return navigate(`/dashboard/payment/move/${run._id}/${next._id}`)
    mutate(next._id)
  }
  return { changeTo, isPending }
}
