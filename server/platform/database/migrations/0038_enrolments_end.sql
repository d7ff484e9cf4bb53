ALTER TABLE "enrolments" DROP CONSTRAINT "enrolments_once";--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "list_price_minor" integer;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "start_limit" bigint;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "ended_at" bigint;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "ended_by" uuid;--> statement-breakpoint
-- The price of the purchase, else the present one. Who has paid for another run than the present one has moved.
UPDATE "enrolments" e SET "list_price_minor" = coalesce(r."list_price_minor", c."list_price_minor")
  FROM "runs" r JOIN "classes" c ON c."id" = r."class_id" WHERE r."id" = e."run_id";--> statement-breakpoint
UPDATE "enrolments" e SET "list_price_minor" = a."list_price_minor",
  "start_limit" = CASE WHEN a."run_id" <> e."run_id" THEN least(earlier."starts_at", present."starts_at") END
  FROM "payments" p JOIN "payment_attempts" a ON a."id" = p."attempt_id" JOIN "runs" earlier ON earlier."id" = a."run_id", "runs" present
  WHERE p."id" = e."payment_id" AND present."id" = e."run_id";--> statement-breakpoint
ALTER TABLE "enrolments" ALTER COLUMN "list_price_minor" SET NOT NULL;--> statement-breakpoint
-- Refunds have deleted the enrolments of payments. A payment that was returned bought none.
INSERT INTO "enrolments" ("user_id", "class_id", "run_id", "source", "payment_id", "list_price_minor", "created_at", "ended_at", "end_reason", "ended_by")
  SELECT p."user_id", p."class_id", p."run_id", 'payment', p."id", a."list_price_minor", p."created_at",
    greatest(r."created_at", p."created_at"), r."reason", r."requested_by"
  FROM "payments" p JOIN "payment_attempts" a ON a."id" = p."attempt_id" JOIN "payment_refunds" r ON r."payment_id" = p."id"
  WHERE r."reason" IN ('cancelled', 'refunded', 'withdrawn', 'run_canceled', 'at_provider')
    AND NOT EXISTS (SELECT FROM "enrolments" e WHERE e."payment_id" = p."id");--> statement-breakpoint
-- Deleted users return their seats in runs that are not over, and students without a payment theirs in canceled runs.
WITH ended AS (
  UPDATE "enrolments" e SET "ended_at" = (extract(epoch from now()) * 1000)::bigint,
    "end_reason" = CASE WHEN r."canceled_at" IS NULL THEN 'account_deleted' ELSE 'run_canceled' END
  FROM "runs" r, "users" u WHERE r."id" = e."run_id" AND u."id" = e."user_id" AND e."ended_at" IS NULL
    AND CASE WHEN r."canceled_at" IS NULL
      THEN u."deleted_at" IS NOT NULL AND (r."ends_at" IS NULL OR r."ends_at" > extract(epoch from now()) * 1000)
      ELSE e."payment_id" IS NULL END
  RETURNING e."run_id"
), returned AS (
  UPDATE "runs" r SET "seats" = r."seats" + e."all", "enroll" = r."enroll" - e."all"
  FROM (SELECT "run_id", count(*)::int AS "all" FROM ended GROUP BY 1) e WHERE r."id" = e."run_id"
  RETURNING r."class_id", e."all", r."canceled_at"
)
UPDATE "classes" c SET "enroll" = c."enroll" - r."all"
  FROM (SELECT "class_id", sum("all")::int AS "all" FROM returned WHERE "canceled_at" IS NULL GROUP BY 1) r
  WHERE c."id" = r."class_id";--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_once" ON "enrolments" USING btree ("user_id","run_id") WHERE "enrolments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "enrolments_ended" ON "enrolments" USING btree ("user_id","class_id") WHERE "enrolments"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "enrolments_ended_by" ON "enrolments" USING btree ("ended_by") WHERE "enrolments"."ended_by" is not null;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_end" CHECK (("enrolments"."ended_at" is null) = ("enrolments"."end_reason" is null));--> statement-breakpoint
-- The release before inserts enrolments without a price.
CREATE FUNCTION add_list_price() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SELECT coalesce(a.list_price_minor, r.list_price_minor, c.list_price_minor) INTO NEW.list_price_minor
    FROM runs r JOIN classes c ON c.id = r.class_id
    LEFT JOIN payments p ON p.id = NEW.payment_id LEFT JOIN payment_attempts a ON a.id = p.attempt_id
    WHERE r.id = NEW.run_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER add_list_price BEFORE INSERT ON "enrolments" FOR EACH ROW WHEN (NEW.list_price_minor IS NULL)
  EXECUTE FUNCTION add_list_price();--> statement-breakpoint
-- The release before would return the seat of an ended enrolment a second time. Only what an undone import brought leaves no trace.
CREATE FUNCTION keep_ended_enrolment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'Enrolment % has ended and stays on record.', OLD.id;
END $$;--> statement-breakpoint
CREATE TRIGGER keep_ended_enrolment BEFORE DELETE ON "enrolments" FOR EACH ROW WHEN (OLD.end_reason <> 'import_undone')
  EXECUTE FUNCTION keep_ended_enrolment();
