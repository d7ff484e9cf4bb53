CREATE TABLE "setup_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "set_up_at" bigint;--> statement-breakpoint
-- A school with users of its own is set up already.
UPDATE school SET set_up_at = (extract(epoch FROM now()) * 1000)::bigint WHERE EXISTS (
  SELECT FROM users WHERE deleted_at IS NULL AND email NOT LIKE '%@demo.school' AND email NOT LIKE '%.demo.school'
);
