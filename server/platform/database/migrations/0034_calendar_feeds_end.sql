-- Feeds count as made now: when they were made is not known.
ALTER TABLE "calendars" ADD COLUMN "feed_created_at" bigint DEFAULT (extract(epoch from now()) * 1000)::bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "calendars" ADD COLUMN "feed_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE "calendars" SET "feed_confirmed" = "users"."email_confirmed" FROM "users" WHERE "users"."id" = "calendars"."user_id";
