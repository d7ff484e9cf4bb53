/** The facts of the demo that the running server must know: its accounts and the school's own name. */

/** All three have the same password and exist only with DEMO=on. */
export const DEMO_PASSWORD = 'Demo@2019'
export const DEMO_ADMIN = 'admin@demo.school'
export const DEMO_INSTRUCTOR = 'instructor@demo.school'
export const DEMO_STUDENT = 'student@demo.school'

export const DEMO_SCHOOL = {
  name: 'Photography School',
  address: '19 Harbour Street, Bergen',
  email: 'hello@demo.school',
}
