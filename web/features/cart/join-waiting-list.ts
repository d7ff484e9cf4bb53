/** POST /run/{id}/waiting, with the messages of joining. Loaded by the first click on the button. */
import { CallError } from '#contract/call.ts'
import type { Run } from '#contract/runs.ts'
import { api, call } from '#web/api.ts'
import { refetchAfter } from '#web/queries.ts'
import { queryClient } from '#web/query-client.ts'
import { callProvider } from '#web/session/session.ts'
import { currentSession } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toasts.ts'

const LOGIN_QUESTION = {
  title: 'Please at first login',
  text: 'You join the waiting list once you are logged in.',
  action: 'Go to Login',
}

/** Navigation to the page after an action. */
export interface Ways {
  go: (to: string) => void
  /** Called where a visitor agrees to log in first. */
  goToLogin: () => void
}

/** Joins the list of a run, or of the only one that a class has. Several runs are chosen on the page of the class. */
export async function joinWaitingList(classId: string, run: Pick<Run, '_id'> | undefined, ways: Ways): Promise<void> {
  const session = currentSession()
  const { user, role, problem } = session.role ? session : await callProvider()
  if (problem) return toastError(problem)
  if (!user) {
    if (await confirm(LOGIN_QUESTION)) ways.goToLogin()
    return
  }
  if (role !== 'student') return
  const runs = run ? [run] : (await call(api.getClass, { params: { id: classId } })).runs
  const [only, ...others] = runs
  if (!only || others.length > 0) return ways.go(`/classes/${classId}`)
  try {
    await call(api.joinWaitingList, { params: { id: only._id } })
    toastSuccess('You are on the waiting list. We e-mail you when a seat is free for you.')
  } catch (error) {
    if (error instanceof CallError && error.statusCode === 409) toastWarning(error.message)
    else throw error
  }
  await refetchAfter(queryClient, 'waitingChanged')
}
