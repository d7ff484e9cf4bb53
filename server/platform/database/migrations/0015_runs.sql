CREATE TABLE "run_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" uuid NOT NULL,
	"starts_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL,
	"rain_starts_at" bigint,
	"rain_ends_at" bigint,
	CONSTRAINT "run_sessions_order" CHECK ("run_sessions"."ends_at" > "run_sessions"."starts_at" and "run_sessions"."rain_ends_at" > "run_sessions"."rain_starts_at")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	"enroll" integer DEFAULT 0 NOT NULL,
	"offered" integer NOT NULL,
	"list_price_minor" integer,
	"time_zone" text,
	"place_name" text,
	"place_address" text,
	"latitude" double precision,
	"longitude" double precision,
	"is_online" boolean DEFAULT false NOT NULL,
	"link" text,
	"starts_at" bigint,
	"ends_at" bigint,
	"last_moment" bigint,
	"closes_at" bigint GENERATED ALWAYS AS (coalesce(last_moment, starts_at)) STORED,
	"minimum" integer,
	"decide_at" bigint,
	"canceled_at" bigint,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "runs_seats" CHECK ("runs"."seats" >= 0 and "runs"."enroll" >= 0 and "runs"."seats" + "runs"."enroll" = "runs"."offered"),
	CONSTRAINT "runs_price" CHECK ("runs"."list_price_minor" > 0)
);
--> statement-breakpoint
-- Every class gets one open run, which takes over its seats. A withdrawn or deleted class keeps its run too.
INSERT INTO "runs" ("class_id", "seats", "enroll", "offered", "created_at") SELECT "id", "seats", "enroll", "offered", "created_at" FROM "classes";
--> statement-breakpoint
ALTER TABLE "enrolments" DROP CONSTRAINT "enrolments_once";--> statement-breakpoint
ALTER TABLE "classes" DROP CONSTRAINT "classes_seats";--> statement-breakpoint
ALTER TABLE "enrolments" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "run_id" uuid;--> statement-breakpoint
UPDATE "cart_items" SET "run_id" = "runs"."id" FROM "runs" WHERE "runs"."class_id" = "cart_items"."class_id";
--> statement-breakpoint
ALTER TABLE "cart_items" ALTER COLUMN "run_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "run_id" uuid;--> statement-breakpoint
UPDATE "enrolments" SET "run_id" = "runs"."id" FROM "runs" WHERE "runs"."class_id" = "enrolments"."class_id";
--> statement-breakpoint
ALTER TABLE "enrolments" ALTER COLUMN "run_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "source" text DEFAULT 'payment' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "granted_by" uuid;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "run_id" uuid;--> statement-breakpoint
UPDATE "payment_attempts" SET "run_id" = "runs"."id" FROM "runs" WHERE "runs"."class_id" = "payment_attempts"."class_id";
--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "run_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "run_id" uuid;--> statement-breakpoint
UPDATE "payments" SET "run_id" = "runs"."id" FROM "runs" WHERE "runs"."class_id" = "payments"."class_id";
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "run_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "run_sessions" ADD CONSTRAINT "run_sessions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_sessions_of_run" ON "run_sessions" USING btree ("run_id","starts_at");--> statement-breakpoint
CREATE INDEX "run_sessions_by_time" ON "run_sessions" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "runs_of_class" ON "runs" USING btree ("class_id","starts_at");--> statement-breakpoint
CREATE INDEX "runs_closing" ON "runs" USING btree ("closes_at");--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enrolments_of_run" ON "enrolments" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "payment_attempts_of_run" ON "payment_attempts" USING btree ("run_id") WHERE "payment_attempts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "payments_of_run" ON "payments" USING btree ("run_id");--> statement-breakpoint
ALTER TABLE "classes" DROP COLUMN "seats";--> statement-breakpoint
ALTER TABLE "classes" DROP COLUMN "offered";--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_once" UNIQUE("user_id","run_id");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_enroll" CHECK ("classes"."enroll" >= 0);--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_source" CHECK (("enrolments"."source" = 'payment') = ("enrolments"."payment_id" is not null));
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION increment_version();
--> statement-breakpoint
-- A write to a run changes the lists and the page of its class.
CREATE FUNCTION notify_run_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', current_setting('application_name') || E'\n' || coalesce(NEW.class_id, OLD.class_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notify_run_changed AFTER INSERT OR UPDATE OR DELETE ON runs FOR EACH ROW EXECUTE FUNCTION notify_run_changed();
