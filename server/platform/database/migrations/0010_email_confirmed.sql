ALTER TABLE "users" ADD COLUMN "email_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Copies what the embedded provider knows about the identities that records are bound to.
UPDATE "users" SET "email_confirmed" = true
FROM "identity"."user" i
WHERE i."id" = "users"."identity_id" AND i."email_verified";
