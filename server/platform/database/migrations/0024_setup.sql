CREATE TABLE "checklist" (
	"id" integer PRIMARY KEY NOT NULL,
	"dismissed_at" bigint,
	"email_sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"email_hash" text NOT NULL,
	"copy_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	CONSTRAINT "invitations_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "setup_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "set_up_at" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_hash" ON "invitations" USING btree ("email_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_copy_hash" ON "invitations" USING btree ("copy_hash");--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
-- A school with users of its own is set up already.
UPDATE school SET set_up_at = (extract(epoch FROM now()) * 1000)::bigint WHERE EXISTS (
  SELECT FROM users WHERE deleted_at IS NULL AND email NOT LIKE '%@demo.school' AND email NOT LIKE '%.demo.school'
);
