CREATE TABLE "waiting_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"held_seats" integer DEFAULT 0 NOT NULL,
	"list_price_minor" bigint,
	"offered_at" bigint,
	"offered_until" bigint,
	"first_at" bigint,
	"first_by" uuid,
	"told_at" bigint,
	"notice" text,
	"ended_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "waiting_entries_seats" CHECK ("waiting_entries"."seats" > 0),
	CONSTRAINT "waiting_entries_hold" CHECK ("waiting_entries"."held_seats" = 0 or ("waiting_entries"."state" = 'offered' and "waiting_entries"."held_seats" = "waiting_entries"."seats")),
	CONSTRAINT "waiting_entries_offer" CHECK ("waiting_entries"."state" <> 'offered' or ("waiting_entries"."offered_until" is not null and "waiting_entries"."list_price_minor" is not null))
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "offers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "waiting" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "shown_seats" integer GENERATED ALWAYS AS (case when waiting > 0 then 0 else greatest(0, seats - offers) end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "offer_hours" integer;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_first_by_users_id_fk" FOREIGN KEY ("first_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_once" ON "waiting_entries" USING btree ("user_id","run_id") WHERE "waiting_entries"."state" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_entries_next" ON "waiting_entries" USING btree ("run_id","first_at","created_at","id") WHERE "waiting_entries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_entries_offered" ON "waiting_entries" USING btree ("run_id","offered_until") WHERE "waiting_entries"."state" = 'offered';--> statement-breakpoint
CREATE INDEX "waiting_entries_to_tell" ON "waiting_entries" USING btree ("run_id") WHERE "waiting_entries"."notice" is not null;--> statement-breakpoint
CREATE INDEX "waiting_entries_of_run" ON "waiting_entries" USING btree ("run_id","created_at");--> statement-breakpoint
CREATE INDEX "waiting_entries_of_user" ON "waiting_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "waiting_entries_first_by" ON "waiting_entries" USING btree ("first_by") WHERE "waiting_entries"."first_by" is not null;--> statement-breakpoint
CREATE INDEX "runs_with_list" ON "runs" USING btree ("id") WHERE "runs"."waiting" + "runs"."offers" > 0;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_waiting" CHECK ("runs"."waiting" >= 0 and "runs"."offers" >= 0);--> statement-breakpoint
-- Neither a hold nor a waiting list changes what an instructor edits. The public sees a list, and the first of those who wait.
DROP TRIGGER increment_version ON "runs";--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON "runs" FOR EACH ROW
  WHEN ((NEW.held = OLD.held AND NEW.offers = OLD.offers AND NEW.waiting = OLD.waiting) OR NEW.enroll <> OLD.enroll)
  EXECUTE FUNCTION increment_version();--> statement-breakpoint
DROP TRIGGER notify_run_updated ON "runs";--> statement-breakpoint
CREATE TRIGGER notify_run_updated AFTER UPDATE ON "runs" FOR EACH ROW
  WHEN (NEW.held = OLD.held OR NEW.enroll <> OLD.enroll OR NEW.shown_seats <> OLD.shown_seats) EXECUTE FUNCTION notify_run_changed();
