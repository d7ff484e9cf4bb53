CREATE TABLE "school" (
	"id" uuid PRIMARY KEY DEFAULT '00000000-0000-4000-8000-000000000001' NOT NULL,
	"name" text,
	"address" text,
	"email" text,
	"phone" text,
	"opening_hours" text,
	"social" text,
	"professional" text,
	"photos" text,
	"time_zone" text,
	"logo" text,
	"favicon" text,
	"accent" text,
	"footer_line" text,
	"cancellation_terms" text,
	"sender_name" text,
	"sign_up" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "school_single" CHECK ("school"."id" = '00000000-0000-4000-8000-000000000001')
);
--> statement-breakpoint
INSERT INTO school DEFAULT VALUES;
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON school FOR EACH ROW EXECUTE FUNCTION increment_version();
--> statement-breakpoint
-- Every page shows some of it.
CREATE TRIGGER notify_catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON school
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();
