ALTER TABLE "users" ADD COLUMN "identity_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("identity_id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
-- Binds existing records to the embedded provider's identities where that is safe: the address is confirmed, or the identity made
-- the record itself. Five seconds allow for the clocks of two instances.
UPDATE "users" SET "identity_id" = i."id"
FROM "identity"."user" i
WHERE lower(i."email") = "users"."email"
  AND "users"."deleted_at" IS NULL
  AND (i."email_verified" OR "users"."created_at" >= extract(epoch FROM i."created_at") * 1000 - 5000);
--> statement-breakpoint
-- An unconfirmed identity may have inherited each of the other records. Its tokens end here.
UPDATE "users" SET "tokens_from" = (extract(epoch FROM clock_timestamp()) * 1000)::bigint
FROM "identity"."user" i
WHERE lower(i."email") = "users"."email" AND "users"."deleted_at" IS NULL AND "users"."identity_id" IS NULL;
