CREATE TABLE "enrolment_news" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL
);
--> statement-breakpoint
-- Their conditions name columns that change.
DROP TRIGGER increment_version ON "runs";--> statement-breakpoint
DROP TRIGGER notify_run_updated ON "runs";--> statement-breakpoint
ALTER TABLE "runs" drop column "shown_seats";--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "returns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "shown_seats" integer GENERATED ALWAYS AS (case when waiting > 0 then 0 else greatest(0, seats + returns - offers) end) STORED NOT NULL;--> statement-breakpoint
-- Neither a hold, a waiting list nor a seat for sale again changes what an instructor edits.
CREATE TRIGGER increment_version BEFORE UPDATE ON "runs" FOR EACH ROW
  WHEN ((NEW.held = OLD.held AND NEW.offers = OLD.offers AND NEW.waiting = OLD.waiting AND NEW.returns = OLD.returns) OR NEW.enroll <> OLD.enroll)
  EXECUTE FUNCTION increment_version();--> statement-breakpoint
CREATE TRIGGER notify_run_updated AFTER UPDATE ON "runs" FOR EACH ROW
  WHEN (NEW.held = OLD.held OR NEW.enroll <> OLD.enroll OR NEW.shown_seats <> OLD.shown_seats) EXECUTE FUNCTION notify_run_changed();--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "returns_since" bigint;--> statement-breakpoint
-- What has happened before is no news.
ALTER TABLE "enrolments" ADD COLUMN "is_told" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ALTER COLUMN "is_told" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "is_end_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "enrolments" SET "is_end_told" = true WHERE "ended_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolment_news" ADD CONSTRAINT "enrolment_news_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enrolments_untold" ON "enrolments" USING btree ("class_id") WHERE not "enrolments"."is_told" or ("enrolments"."ended_at" is not null and not "enrolments"."is_end_told");--> statement-breakpoint
CREATE INDEX "enrolments_for_sale" ON "enrolments" USING btree ("run_id","returns_since","id") WHERE "enrolments"."returns_since" is not null;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_returns" CHECK ("runs"."returns" >= 0);--> statement-breakpoint
-- A seat is no longer for sale again once its enrolment ends or moves, also where the release before does it.
CREATE FUNCTION end_return() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE runs SET returns = returns - 1 WHERE id = OLD.run_id;
  NEW.returns_since = NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER end_return BEFORE UPDATE ON "enrolments" FOR EACH ROW
  WHEN (OLD.returns_since IS NOT NULL AND (NEW.ended_at IS NOT NULL OR NEW.run_id <> OLD.run_id)) EXECUTE FUNCTION end_return();
