ALTER TABLE "classes" ADD COLUMN "archived_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tokens_from" bigint DEFAULT 0 NOT NULL;