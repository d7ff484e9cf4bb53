/** POST /cart/class, with the checks and messages of selecting. Loaded by the first click on a Select button. */
import { CallError } from '#contract/call.ts'
import type { Run } from '#contract/runs.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { callProvider } from '#web/session/session.ts'
import { currentSession } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.ts'
import { focusSoon, hasFocus } from '#web/ui/focus.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import type { SelectableClass } from './selection-status.ts'

const LOGIN_QUESTION = {
  title: 'Please at first login',
  text: 'You select the class at first login then select the class',
  action: 'Go to Login',
}

interface SelectOptions {
  /** Undefined for the earliest run with a free seat. */
  run: Run | undefined
  /** Called where a visitor agrees to log in first. */
  goToLogin: () => void
  /** The id of the element that says why the button is disabled afterwards. It takes over the button's focus. */
  reasonId: string
}

/** Selects a class for the signed-in student, or asks a visitor to log in. */
export async function selectClass(
  schoolClass: SelectableClass,
  { run, goToLogin, reasonId }: SelectOptions,
): Promise<void> {
  const button = document.activeElement
  const session = currentSession()
  const { user, role, problem } = session.role ? session : await callProvider()
  if (problem) return toastError(problem)
  if (!user) {
    if (await confirm(LOGIN_QUESTION)) goToLogin()
    return
  }
  if (role !== 'student') return
  try {
    await call(api.selectClass, { body: toSelection(schoolClass, run, user.email) })
    toastSuccess('Select the class successfully!')
  } catch (error) {
    // It may have been selected in another tab.
    if (error instanceof CallError && error.statusCode === 409) toastWarning(error.message)
    // It was withdrawn or deleted while the page was open.
    else if (error instanceof CallError && error.statusCode === 404) toastError('This class is no longer offered.')
    else toastError(error instanceof Error ? error.message : "We couldn't select the class. Try again.")
  }
  await refetchAfter(queryClient, 'selected')
  if (document.activeElement === button || !hasFocus()) focusSoon(() => findReason(reasonId))
}

/** Beside the reason is a link to the list that has the class. */
function findReason(id: string): HTMLElement | null {
  const reason = document.getElementById(id)
  return reason?.parentElement?.querySelector('a') ?? reason
}

/** Returns the number of seats that is chosen beside the button. @param id of the run, or of the class without one */
function readSeats(id: string): number {
  const field = document.getElementById(`seats-${id}`)
  return field instanceof HTMLSelectElement ? Number(field.value) : 1
}

function toSelection(schoolClass: SelectableClass, run: Run | undefined, userEmail: string) {
  const { _id: classId, className, classImage } = schoolClass
  const { _id, price } = run ?? schoolClass
  const seats = readSeats(_id)
  return { classId, runId: run?._id, seats, className, classImage, userEmail, price, created_at: Date.now() }
}
