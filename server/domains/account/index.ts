import { api } from '#contract/api.ts'
import type { UploadedImage } from '#contract/images.ts'
import type { Domain } from '../domain.ts'
import { EMAIL_CHANGE_EMAILS } from './account.emails.ts'
import { accountRoutes } from './account.routes.ts'
import * as EmailChanges from './email-changes.ts'
import { uploadPhoto } from './photo.ts'

export const account: Domain = {
  routes: accountRoutes,
  uploads: (serve, components) =>
    serve(
      api.uploadPhoto,
      async (ctx, bytes): Promise<UploadedImage> => ({
        success: true,
        data: await uploadPhoto(ctx, components, bytes),
      }),
    ),
  emails: { Accounts: EMAIL_CHANGE_EMAILS },
  forget: (tx, { user }) => EmailChanges.forget(tx, user.id),
  data: async (ctx) => ({ email_changes: await EmailChanges.list(ctx) }),
  tables: {
    unexported: { 'public.email_changes': 'changes of e-mail addresses that wait, or can be stopped for a week' },
  },
}
