/**
 * Tests of the server that run on PostgreSQL only, each with the modules that it is about. All others run on the embedded database
 * as well. A test may stand here if its modules have no SQL: tests/databases.test.ts checks that.
 */
export const RUNS_ONCE: Record<string, string[]> = {
  'server/adapters/better-auth/passwords.test.ts': [
    'server/adapters/better-auth/hashing.ts',
    'server/adapters/better-auth/password-reset.ts',
    'server/adapters/better-auth/rules.ts',
    'server/adapters/better-auth/sign-in-throttle.ts',
  ],
  'server/adapters/better-auth/sessions.test.ts': ['server/adapters/better-auth/fetch-handler.ts'],
  'server/adapters/better-auth/sign-in-events.test.ts': [
    'server/adapters/better-auth/sign-in-events.ts',
    'server/platform/security-log.ts',
  ],
  'server/adapters/better-auth/sign-in-providers.test.ts': [
    'server/adapters/better-auth/lazy-oidc.ts',
    'server/adapters/better-auth/sign-in-providers.ts',
  ],
  'server/adapters/imgbb.test.ts': ['server/adapters/imgbb.ts'],
  'server/adapters/webhook-sender.test.ts': ['server/adapters/webhook-sender.ts', 'server/adapters/public-hosts.ts'],
  'server/domains/access-tokens/token-text.test.ts': ['server/domains/access-tokens/token-text.ts'],
  'server/domains/webhooks/signatures.test.ts': ['server/domains/webhooks/signatures.ts'],
  'server/http/client-package.test.ts': ['ops/client/build.ts', 'ops/client/types.ts'],
  'server/http/access-tokens.test.ts': ['server/http/authorize.ts', 'server/http/serve.ts'],
  'server/adapters/storage.test.ts': ['server/adapters/folder-storage.ts', 'server/adapters/s3-storage.ts'],
  'server/domains/images/encoder.test.ts': [
    'server/domains/images/encoder.ts',
    'server/domains/images/encoder-process.ts',
  ],
  'server/domains/images/refused.test.ts': ['server/domains/images/file-types.ts', 'server/domains/images/intake.ts'],
  'server/domains/images/slow-uploads.test.ts': ['server/http/receive-rate.ts', 'server/http/uploads.ts'],
  'server/domains/images/upload.test.ts': [
    'server/domains/images/image-pipeline.ts',
    'server/domains/images/variants.ts',
  ],
  'server/domains/import/date-cells.test.ts': ['server/domains/import/date-cells.ts'],
  'server/domains/import/files.test.ts': ['server/domains/import/read-csv.ts', 'server/domains/import/receive.ts'],
  'server/domains/payments/currencies.test.ts': ['contract/values/currency.ts', 'contract/values/money.ts'],
  'server/pages/overload.test.ts': ['server/platform/fair-queue.ts', 'server/pages/pages.routes.ts'],
  'server/platform/fair-queue.test.ts': ['server/platform/fair-queue.ts'],
  'server/pages/pages.test.ts': [
    'server/pages/pages.routes.ts',
    'server/pages/render.ts',
    'server/http/response-cache.ts',
  ],
  'server/platform/security-log.test.ts': ['server/platform/security-log.ts'],
  'server/platform/mail/mail.test.ts': ['server/platform/mail/mail.ts', 'server/adapters/mail-transport.ts'],
}
