CREATE TABLE "time_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run_sessions" ADD COLUMN "starts" text;--> statement-breakpoint
ALTER TABLE "run_sessions" ADD COLUMN "ends" text;--> statement-breakpoint
ALTER TABLE "run_sessions" ADD COLUMN "rain_starts" text;--> statement-breakpoint
ALTER TABLE "run_sessions" ADD COLUMN "rain_ends" text;--> statement-breakpoint
ALTER TABLE "run_sessions" ADD COLUMN "zone_rules" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "starts" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "ends" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "last_moment_clock" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "decide_clock" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "zone_rules" text;--> statement-breakpoint
ALTER TABLE "time_checks" ADD CONSTRAINT "time_checks_session_id_run_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."run_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "time_checks_of_session" ON "time_checks" USING btree ("session_id");
--> statement-breakpoint
-- The months and weekdays of a session are those of its clock time, which the next start finds for sessions that exist. A new session
-- without one, of the previous version, counts in UTC until then.
CREATE OR REPLACE FUNCTION refresh_run_times(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_times (run_id, months, weekdays)
  SELECT runs.id,
    coalesce(array_agg(DISTINCT (12 * extract(year FROM at) + extract(month FROM at) - 1)::int) FILTER (WHERE at IS NOT NULL), '{}'),
    coalesce(bit_or(1 << extract(dow FROM at)::int), 0)
  FROM runs LEFT JOIN run_sessions ON run_id = runs.id
    CROSS JOIN LATERAL coalesce(run_sessions.starts::timestamp, to_timestamp(run_sessions.starts_at / 1000) AT TIME ZONE 'UTC') AS at
  WHERE runs.id = ANY (ids) GROUP BY runs.id ORDER BY runs.id
  ON CONFLICT (run_id) DO UPDATE SET months = excluded.months, weekdays = excluded.weekdays;
END $$;
--> statement-breakpoint
DROP TRIGGER run_zone_changed ON runs;
--> statement-breakpoint
DROP FUNCTION run_zone_changed();
--> statement-breakpoint
DROP FUNCTION to_local_time(bigint, text);
--> statement-breakpoint
-- The previous version, which may run beside this one, changes instants alone. Clock times without a value are found anew.
CREATE FUNCTION forget_session_clocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.starts := NULL; NEW.ends := NULL; NEW.rain_starts := NULL; NEW.rain_ends := NULL; NEW.zone_rules := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_session_clocks BEFORE UPDATE ON run_sessions FOR EACH ROW
  WHEN ((OLD.starts_at, OLD.ends_at, OLD.rain_starts_at, OLD.rain_ends_at)
      IS DISTINCT FROM (NEW.starts_at, NEW.ends_at, NEW.rain_starts_at, NEW.rain_ends_at)
    AND (OLD.starts, OLD.ends, OLD.rain_starts, OLD.rain_ends, OLD.zone_rules)
      IS NOT DISTINCT FROM (NEW.starts, NEW.ends, NEW.rain_starts, NEW.rain_ends, NEW.zone_rules))
  EXECUTE FUNCTION forget_session_clocks();
--> statement-breakpoint
CREATE FUNCTION forget_run_clocks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.starts := NULL; NEW.ends := NULL; NEW.last_moment_clock := NULL; NEW.decide_clock := NULL; NEW.zone_rules := NULL;
  IF OLD.time_zone IS DISTINCT FROM NEW.time_zone THEN
    UPDATE run_sessions SET starts = NULL, ends = NULL, rain_starts = NULL, rain_ends = NULL, zone_rules = NULL WHERE run_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_run_clocks BEFORE UPDATE ON runs FOR EACH ROW
  WHEN ((OLD.starts_at, OLD.ends_at, OLD.last_moment, OLD.decide_at, OLD.time_zone)
      IS DISTINCT FROM (NEW.starts_at, NEW.ends_at, NEW.last_moment, NEW.decide_at, NEW.time_zone)
    AND (OLD.starts, OLD.ends, OLD.last_moment_clock, OLD.decide_clock, OLD.zone_rules)
      IS NOT DISTINCT FROM (NEW.starts, NEW.ends, NEW.last_moment_clock, NEW.decide_clock, NEW.zone_rules))
  EXECUTE FUNCTION forget_run_clocks();
