import { api } from '#contract/api.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import type { Serve } from '#server/ports/serve.ts'
import { findOrCreate } from './identity-binding.ts'
import { exportUsers, list } from './list-users.ts'
import { complete, create } from './registration.ts'
import type { Tokens } from './tokens.ts'
import * as Users from './users.ts'

export function usersRoutes(serve: Serve, tokens: Tokens): void {
  serve(api.issueToken, async (ctx, { body }) => {
    requireOwnEmail(body.email, ctx.proof)
    const { signedInAt, sessionId } = ctx.proof
    const userId = await findOrCreate(ctx, ctx.proof)
    return { jwtToken: await tokens.issue(userId, signedInAt, sessionId) }
  })

  serve(api.createUser, async (ctx, { body: { userInfo } }) => {
    const { db, proof } = ctx
    requireOwnEmail(userInfo.email, proof)
    const { email, identityId, emailConfirmed } = proof
    const user = {
      email,
      identityId,
      emailConfirmed,
      name: userInfo.name || proof.name,
      image: userInfo.image || proof.image,
    }
    return { insertedId: (await create(ctx, user)) ?? (await complete(db, user)) }
  })

  serve(api.changeProfile, async (ctx, { body }) => ({ modifiedCount: await Users.changeProfile(ctx, body) }))

  serve(api.listUsers, ({ db }, { query }) => list(db, query))

  serve(api.exportUsers, async (ctx, { query }) => exportUsers(ctx, query))

  serve(api.getUser, ({ db }, { params }) => Users.getByEmail(db, params.email))
}

/** A proof is valid for its own e-mail only. */
function requireOwnEmail(email: string, proof: Proof): void {
  if (email !== proof.email) throw new AppError('NOT_SIGNED_IN', 'You are not signed in with that e-mail address.')
}
