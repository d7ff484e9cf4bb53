-- Their conditions name columns that change.
DROP TRIGGER increment_version ON "runs";--> statement-breakpoint
DROP TRIGGER notify_run_updated ON "runs";--> statement-breakpoint
ALTER TABLE "runs" drop column "shown_seats";--> statement-breakpoint
-- Null where the release before, which has no parties, counts who waits.
ALTER TABLE "runs" ADD COLUMN "waiting_least" integer;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "shown_seats" integer GENERATED ALWAYS AS (case when waiting > 0 and seats + returns - offers >= coalesce(waiting_least, 1) then 0
        else greatest(0, seats + returns - offers) end) STORED NOT NULL;--> statement-breakpoint
-- Neither a hold, a waiting list nor a seat for sale again changes what an instructor edits.
CREATE TRIGGER increment_version BEFORE UPDATE ON "runs" FOR EACH ROW
  WHEN ((NEW.held = OLD.held AND NEW.offers = OLD.offers AND NEW.waiting = OLD.waiting AND NEW.waiting_least IS NOT DISTINCT FROM OLD.waiting_least
    AND NEW.returns = OLD.returns) OR NEW.enroll <> OLD.enroll)
  EXECUTE FUNCTION increment_version();--> statement-breakpoint
CREATE TRIGGER notify_run_updated AFTER UPDATE ON "runs" FOR EACH ROW
  WHEN (NEW.held = OLD.held OR NEW.enroll <> OLD.enroll OR NEW.shown_seats <> OLD.shown_seats) EXECUTE FUNCTION notify_run_changed();--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD COLUMN "skipped_at" bigint;--> statement-breakpoint
CREATE INDEX "waiting_entries_least" ON "waiting_entries" USING btree ("run_id","seats") WHERE "waiting_entries"."state" = 'waiting';
