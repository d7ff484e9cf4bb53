ALTER TABLE "payment_attempts" ADD COLUMN "held_seats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A hold changes nothing that an instructor edits or the public sees. A sale, which ends one, does.
DROP TRIGGER increment_version ON "runs";--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON "runs" FOR EACH ROW
  WHEN (NEW.held = OLD.held OR NEW.enroll <> OLD.enroll) EXECUTE FUNCTION increment_version();--> statement-breakpoint
DROP TRIGGER notify_run_changed ON "runs";--> statement-breakpoint
CREATE TRIGGER notify_run_changed AFTER INSERT OR DELETE ON "runs" FOR EACH ROW EXECUTE FUNCTION notify_run_changed();--> statement-breakpoint
CREATE TRIGGER notify_run_updated AFTER UPDATE ON "runs" FOR EACH ROW
  WHEN (NEW.held = OLD.held OR NEW.enroll <> OLD.enroll) EXECUTE FUNCTION notify_run_changed();--> statement-breakpoint
UPDATE "payment_attempts" SET "held_seats" = 1 WHERE "status" = 'open';--> statement-breakpoint
UPDATE "runs" r SET "held" = a."all"
  FROM (SELECT "run_id", count(*)::int AS "all" FROM "payment_attempts" WHERE "status" = 'open' GROUP BY 1) a WHERE r."id" = a."run_id";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_hold" CHECK (("payment_attempts"."status" = 'open') = ("payment_attempts"."held_seats" > 0));--> statement-breakpoint
-- The release before counts no held seats.
CREATE FUNCTION count_held_seats() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.status = 'open' THEN
    NEW.held_seats = 1;
    UPDATE runs SET held = held + 1 WHERE id = NEW.run_id;
  ELSE
    NEW.held_seats = 0;
    IF TG_OP = 'UPDATE' THEN UPDATE runs SET held = held - OLD.held_seats WHERE id = NEW.run_id; END IF;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER count_held_seats BEFORE INSERT OR UPDATE OF status ON "payment_attempts" FOR EACH ROW
  WHEN ((NEW.status = 'open') <> (NEW.held_seats > 0)) EXECUTE FUNCTION count_held_seats();
