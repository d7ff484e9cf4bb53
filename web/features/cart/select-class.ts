/** POST /cart/class, with the rules and words of selecting. Loaded with the first press of a Select button. */
import { CallError } from '#contract/call.ts'
import type { SchoolClass } from '#contract/classes.ts'
import { api, call } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { askProvider } from '#web/session/session.ts'
import { currentSession } from '#web/session/store.ts'
import { confirm } from '#web/ui/confirm.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/notices.ts'
import { cartQuery } from './cart.query.ts'

const LOGIN_QUESTION = {
  title: 'Please at first login',
  text: 'You select the class at first login then select the class',
  action: 'Go to Login',
}

/** Selects a class for the signed-in student; asks who is signed out to log in, and calls `goToLogin` if they agree. */
export async function selectClass(schoolClass: SchoolClass, goToLogin: () => void): Promise<void> {
  const known = currentSession()
  const { user, role, problem } = known.role ? known : await askProvider()
  if (problem) return toastError(problem)
  if (!user) {
    if (await confirm(LOGIN_QUESTION)) goToLogin()
    return
  }
  if (role !== 'student') return
  try {
    const cart = await queryClient.fetchQuery(cartQuery(user.email))
    if (cart.some(({ classId }) => classId === schoolClass._id)) return toastWarning('All ready selected the class !')
    await call(api.selectClass, { body: selectionOf(schoolClass, user.email) })
    toastSuccess('Select the class successfully!')
  } catch (error) {
    if (error instanceof CallError && error.statusCode === 409) toastWarning(error.message)
    else toastError(error instanceof Error ? error.message : 'The class could not be selected. Please try again.')
  }
  await queryClient.invalidateQueries({ queryKey: ['cart'] })
}

function selectionOf({ _id, className, classImage, price }: SchoolClass, userEmail: string) {
  return { classId: _id, className, classImage, userEmail, price, created_at: Date.now() }
}
