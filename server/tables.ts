/** What backups and exports have of every table: those of the domains, and those that the adapters and the sandbox bring. */
import { DOMAINS } from './domains/index.ts'
import { joinTables, type SchoolTables } from './platform/exported-tables.ts'

const OTHER_TABLES: Partial<SchoolTables> = {
  unexported: {
    'identity.account': 'password hashes, and tokens of sign-in providers',
    'identity.ended_sign_in': 'sign-ins of a hosted provider that have ended here',
    'identity.known_device': 'devices that users have signed in on',
    'identity.two_factor': 'keys of second factors and recovery codes',
    'identity.user': 'sign-ins; users register again with the same e-mail address, and then have their record',
    'card_sandbox.charges': 'test payments of the sandbox',
    'card_sandbox.events': 'test payments of the sandbox',
    'card_sandbox.idempotency_keys': 'test payments of the sandbox',
    'card_sandbox.payment_intents': 'test payments of the sandbox',
    'card_sandbox.refunds': 'test payments of the sandbox',
  },
  leftOut: {
    'identity.rate_limit': 'counts of attempts',
    'identity.session': 'keys of sessions',
    'identity.verification': 'secret links in e-mails',
    'public.rate_limits': 'counts of attempts',
    'sign_in_sandbox.entries': "sign-ins with the demo's provider",
  },
}

export const TABLES: SchoolTables = joinTables([...DOMAINS.map(({ tables = {} }) => tables), OTHER_TABLES])
