import type { UploadedImage } from '#contract/images.ts'
import type { Components } from '#server/domains/domain.ts'
import * as Images from '#server/domains/images/images.ts'
import * as Users from '#server/domains/users/users.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Context } from '#server/ports/context.ts'

/**
 * Stores a photo of the actor, who has it from now on. The one that they uploaded before goes, unless something else shows it: a user has
 * one photo here.
 * @throws AppError NOT_A_PICTURE, TOO_LARGE, PICTURE_HOST_UNAVAILABLE
 * @throws RateLimitError where too many uploads are in progress
 */
export async function uploadPhoto(
  ctx: Context,
  { imagePipeline, domains }: Pick<Components, 'imagePipeline' | 'domains'>,
  bytes: AsyncIterable<Buffer>,
): Promise<UploadedImage['data']> {
  const photo = await Images.upload(ctx, imagePipeline, bytes)
  await inTransaction(ctx, async (tx) => {
    await Images.markUsed(tx, photo.display_url, 'image')
    const former = await Users.setPhoto(tx, ctx.actor.id, photo.display_url)
    if (former && former !== photo.display_url)
      await Images.removeReplaced(tx, ctx, { url: former, uploadedBy: ctx.actor.id, domains })
  })
  return photo
}
