/** The demo's accounts, which exist only with DEMO=on, and the name that a school has until its own is set. */

export const DEMO_PASSWORD = 'Demo@2019'
export const DEMO_ADMIN = 'admin@demo.school'
export const DEMO_INSTRUCTOR = 'instructor@demo.school'
export const DEMO_STUDENT = 'student@demo.school'

/** The id of the demo's sign-in provider. It confirms any address, so its accounts are removed when the demo is off. */
export const DEMO_PROVIDER_ID = 'demo'

/** The domain of all e-mail addresses of the demo's people, and of its subdomains. */
export const DEMO_DOMAIN = 'demo.school'

/** Returns whether an address is one of the demo's. */
export function isOfDemo(email: string): boolean {
  return email.endsWith(`@${DEMO_DOMAIN}`) || email.endsWith(`.${DEMO_DOMAIN}`)
}

export const DEMO_SCHOOL = {
  name: 'Photography School',
  address: '19 Harbour Street, Lightwick',
  email: 'hello@demo.school',
}

/** Promises of the demo school on its pages. A real school writes its own lines, or none. */
export const DEMO_LINES = {
  home_line: 'Classes in photography, taught by photographers who shoot every week.',
  classes_line: 'Small groups, real assignments, and a print of your own at the end of each.',
  instructors_line: 'Working photographers, each portrayed by the camera that they shoot with.',
}
