/** Editing stands above payments, because students may be paying for what is edited. */
import type { Domain } from '../../domain.ts'
import { editingRoutes } from './editing.routes.ts'
import { CHANGED } from './run-editing.emails.ts'

export const classEditing: Domain = {
  routes: editingRoutes,
  emails: { Dates: [CHANGED] },
}
