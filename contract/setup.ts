/** The first start of a school: its owner follows a link that only the operator's terminal shows. */
import { z } from 'zod'
import { declareEndpoints, endpoint } from './endpoint.ts'
import { ChargeCurrency, School } from './school.ts'
import { Password, PersonName } from './users.ts'
import { CurrencyCode, Email, Text, TimeZone } from './values/fields.ts'
import { SETUP_LINK_HOURS } from './values/limits.ts'

/** The token of a link. */
export const LinkToken = Text.min(1).max(200)

/** An optional text of a form, which sends blank fields too. */
const blankable = <T extends z.ZodType>(field: T) => z.union([z.literal(''), field])

/** The owner, and what the school says about itself. Without a value, what the environment says applies. */
export const NewSchool = z.object({
  name: PersonName.min(1, 'Name is required'),
  email: Email,
  password: Password,
  school_name: School.shape.name,
  /** Shown to visitors; the owner's own where it is blank and the environment has none. */
  school_email: blankable(Email).optional(),
  address: School.shape.address.optional(),
  currency: CurrencyCode.optional(),
  time_zone: blankable(TimeZone).optional(),
  /** Of a second account with which the owner teaches: it gets an invitation. */
  instructor_email: blankable(Email).optional(),
  /** Adds example classes of that instructor, which wait for approval. */
  example_classes: z.boolean().optional(),
})
export type NewSchool = z.infer<typeof NewSchool>

export const Setup = NewSchool.extend({ token: LinkToken })
export type Setup = z.infer<typeof Setup>

/** The school of an owner who has signed in with the identity provider. */
export const ClaimedSchool = Setup.omit({ email: true, password: true })
export type ClaimedSchool = z.infer<typeof ClaimedSchool>

/** Values of the environment with which the form begins. */
export const SetupDefaults = z.object({
  school_name: z.string(),
  school_email: z.string(),
  address: z.string(),
  currency: z.string(),
  /** Those that the card provider takes, by code. */
  currencies: z.array(ChargeCurrency),
})
export type SetupDefaults = z.infer<typeof SetupDefaults>

export const setupEndpoints = /* @__PURE__ */ declareEndpoints(() => ({
  checkSetupLink: endpoint({
    method: 'POST',
    path: '/setup/link',
    summary: 'Checks the link that sets up the school, and returns what the form begins with. The link stays valid.',
    access: 'anyone',
    body: z.object({ token: LinkToken }),
    response: SetupDefaults,
    rateLimit: { max: 60, minutes: 10 },
  }),
  setUpSchool: endpoint({
    method: 'POST',
    path: '/setup',
    summary: `Sets up the school with the token of a link, once and within ${SETUP_LINK_HOURS} hours: creates its first admin, whose e-mail address counts as confirmed.`,
    access: 'anyone',
    body: Setup,
    response: z.object({ created: z.literal(true) }),
    rateLimit: { max: 20, minutes: 10 },
  }),
  claimSchool: endpoint({
    method: 'POST',
    path: '/setup/claim',
    summary: `Sets up the school like POST /setup, with the identity of the proof as its first admin. For a school whose accounts a provider keeps.`,
    access: 'proof',
    body: ClaimedSchool,
    response: z.object({ created: z.literal(true) }),
    rateLimit: { max: 20, minutes: 10 },
  }),
}))
