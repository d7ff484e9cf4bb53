import { api } from '#contract/api.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Proof } from '#server/identity/identity.ts'
import type { Tokens } from '#server/identity/tokens.ts'
import { Refusal } from '#server/refusal.ts'
import * as Users from './users.ts'

export function usersRoutes(serve: Serve, tokens: Tokens): void {
  serve(api.issueToken, async ({ db, proof }, { body }) => {
    refuseAnothers(body.email, proof)
    return { jwtToken: await tokens.issue(await Users.idOf(db, proof)) }
  })

  serve(api.createUser, async ({ db, proof }, { body: { userInfo } }) => {
    refuseAnothers(userInfo.email, proof)
    const user = { email: proof.email, name: userInfo.name || proof.name, image: userInfo.image || proof.image }
    return { insertedId: await Users.create(db, user) }
  })

  serve(api.changeProfile, async (ctx, { body }) => ({ modifiedCount: await Users.changeProfile(ctx, body) }))

  serve(api.listUsers, ({ db }, { query }) => Users.list(db, query))

  serve(api.getUser, ({ db }, { params }) => Users.byEmail(db, params.email))
}

/** A proof is good for its own e-mail only. */
function refuseAnothers(email: string, proof: Proof): void {
  if (email !== proof.email) throw new Refusal('NOT_SIGNED_IN', 'You are not signed in with that e-mail address.')
}
