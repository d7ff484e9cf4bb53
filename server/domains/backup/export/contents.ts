/** What an export has: its files and their columns. docs/export.md is written from it (`npm run export-docs`). */
import { CLASSES } from './classes.ts'
import type { ExportedTable } from './columns.ts'
import { CONTENT } from './content.ts'
import { LEARNING } from './learning.ts'
import { SALES } from './sales.ts'
import { SCHOOL } from './school.ts'

export const EXPORTED: ExportedTable[] = [...SCHOOL, ...CONTENT, ...CLASSES, ...LEARNING, ...SALES]

/** Tables that stay behind, with the reason. */
export const TABLES_LEFT_OUT: Record<string, string> = {
  'identity.account': 'password hashes, and tokens of sign-in providers',
  'identity.ended_sign_in': 'sign-ins of a hosted provider that have ended here',
  'identity.known_device': 'devices that users have signed in on',
  'identity.rate_limit': 'counts of attempts',
  'identity.session': 'keys of sessions',
  'identity.two_factor': 'keys of second factors and recovery codes',
  'identity.user': 'sign-ins; users register again with the same e-mail address, and then have their record',
  'identity.verification': 'secret links in e-mails',
  'public.access_tokens': 'keys of programs',
  'public.email_changes': 'changes of e-mail addresses that wait, or can be stopped for a week',
  'public.webhooks': 'URLs that may have secrets',
  'public.webhook_messages': 'messages to webhooks',
  'public.webhook_deliveries': 'attempts to deliver these messages',
  'public.webhook_events': "ids of the card provider's events, only to handle each once",
  'public.mailing_recipients': 'how far newsletters and messages have been sent',
  'public.rate_limits': 'counts of attempts',
  'public.class_search': 'derived from classes and runs',
  'public.run_times': 'derived from run_sessions',
  'public.time_checks': 'sessions whose time an admin checks under Status',
  'public.setup_links': 'links that make a first admin',
  'public.invitations': 'links that make users',
  'public.imports': 'files that wait to be imported, for a day',
  'public.import_rows': 'the rows of these files',
  'public.checklist': 'what the first admin has done',
  'public.backups': 'when backups were taken',
  'public.restores': 'when this database was restored',
  'sign_in_sandbox.entries': "sign-ins with the demo's provider",
  'card_sandbox.charges': 'test payments of the sandbox',
  'card_sandbox.events': 'test payments of the sandbox',
  'card_sandbox.idempotency_keys': 'test payments of the sandbox',
  'card_sandbox.payment_intents': 'test payments of the sandbox',
  'card_sandbox.refunds': 'test payments of the sandbox',
}
