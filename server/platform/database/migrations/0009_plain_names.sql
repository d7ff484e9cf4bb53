-- Renames tables and columns to the terms of docs and code, and separates list price, amount and amount paid.
ALTER TABLE "activity" RENAME COLUMN "deed" TO "action";
--> statement-breakpoint
ALTER TABLE "activity" RENAME COLUMN "words" TO "message";
--> statement-breakpoint
-- The subject of a payment's action is the receipt's number alone.
UPDATE "activity" SET "subject" = substr("subject", 9) WHERE "subject" ~ '^Receipt \d+$' AND "action" IN ('payment_cancelled', 'payment_refunded', 'refund_retried');
--> statement-breakpoint
ALTER TABLE "tries" RENAME TO "rate_limits";
--> statement-breakpoint
ALTER INDEX "tries_pkey" RENAME TO "rate_limits_pkey";
--> statement-breakpoint
ALTER INDEX "tries_over" RENAME TO "rate_limits_until";
--> statement-breakpoint
ALTER TABLE "payment_notices" RENAME TO "webhook_events";
--> statement-breakpoint
ALTER INDEX "payment_notices_pkey" RENAME TO "webhook_events_pkey";
--> statement-breakpoint
ALTER TABLE "pictures" RENAME TO "images";
--> statement-breakpoint
ALTER TABLE "images" RENAME COLUMN "address" TO "url";
--> statement-breakpoint
ALTER INDEX "pictures_pkey" RENAME TO "images_pkey";
--> statement-breakpoint
ALTER INDEX "pictures_hash" RENAME TO "images_hash";
--> statement-breakpoint
ALTER INDEX "pictures_used" RENAME TO "images_used";
--> statement-breakpoint
ALTER TABLE "images" RENAME CONSTRAINT "pictures_address_unique" TO "images_url_unique";
--> statement-breakpoint
ALTER TABLE "images" RENAME CONSTRAINT "pictures_uploaded_by_users_id_fk" TO "images_uploaded_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" RENAME COLUMN "asked_at" TO "requested_at";
--> statement-breakpoint
ALTER TABLE "payment_refunds" RENAME COLUMN "wished_by" TO "requested_by";
--> statement-breakpoint
ALTER TABLE "payment_refunds" RENAME CONSTRAINT "payment_refunds_wished_by_users_id_fk" TO "payment_refunds_requested_by_users_id_fk";
--> statement-breakpoint
ALTER TABLE "classes" RENAME COLUMN "price_minor" TO "list_price_minor";
--> statement-breakpoint
ALTER TABLE "payments" RENAME COLUMN "amount_minor" TO "amount_paid_minor";
--> statement-breakpoint
-- Until now, every attempt charged the list price.
ALTER TABLE "payment_attempts" ADD COLUMN "list_price_minor" integer;
--> statement-breakpoint
UPDATE "payment_attempts" SET "list_price_minor" = "amount_minor";
--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "list_price_minor" SET NOT NULL;
--> statement-breakpoint
ALTER FUNCTION tell_catalogue_changed() RENAME TO notify_catalogue_changed;
--> statement-breakpoint
ALTER FUNCTION tell_instructor_changed() RENAME TO notify_instructor_changed;
--> statement-breakpoint
ALTER FUNCTION count_version() RENAME TO increment_version;
--> statement-breakpoint
ALTER TRIGGER tell_catalogue_changed ON classes RENAME TO notify_catalogue_changed;
--> statement-breakpoint
ALTER TRIGGER tell_catalogue_changed ON slides RENAME TO notify_catalogue_changed;
--> statement-breakpoint
ALTER TRIGGER tell_catalogue_changed ON reviews RENAME TO notify_catalogue_changed;
--> statement-breakpoint
ALTER TRIGGER tell_catalogue_changed ON users RENAME TO notify_catalogue_changed;
--> statement-breakpoint
ALTER TRIGGER count_version ON classes RENAME TO increment_version;
--> statement-breakpoint
ALTER TRIGGER count_version ON class_materials RENAME TO increment_version;
--> statement-breakpoint
-- The payload of queued withdrawals. The table is missing before the first start.
DO $$ BEGIN
  IF to_regclass('jobs.job') IS NOT NULL THEN
    UPDATE jobs.job SET data = (data - 'wishedBy') || jsonb_build_object('requestedBy', data -> 'wishedBy')
    WHERE name = 'payments.withdraw' AND data ? 'wishedBy';
  END IF;
END $$;
