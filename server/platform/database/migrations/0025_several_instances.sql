CREATE SCHEMA "sign_in_sandbox";
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"taken_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_sandbox"."entries" (
	"id" text PRIMARY KEY NOT NULL,
	"payload" jsonb NOT NULL,
	"uid" text,
	"grant_id" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "entries_expiry" ON "sign_in_sandbox"."entries" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "entries_uid" ON "sign_in_sandbox"."entries" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "entries_grant" ON "sign_in_sandbox"."entries" USING btree ("grant_id");