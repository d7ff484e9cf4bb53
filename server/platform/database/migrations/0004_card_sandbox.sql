CREATE TABLE "card_sandbox"."charges" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" integer NOT NULL,
	"amount_refunded" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"failure_code" text,
	"failure_message" text,
	"disputed" boolean DEFAULT false NOT NULL,
	"card" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"receipt_email" text,
	"description" text,
	"created" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_sandbox"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"charge" text NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"failure_reason" text,
	"metadata" jsonb NOT NULL,
	"created" integer NOT NULL,
	"settles_at" bigint
);
--> statement-breakpoint
ALTER TABLE "card_sandbox"."events" RENAME COLUMN "data" TO "event";--> statement-breakpoint
ALTER TABLE "card_sandbox"."idempotency_keys" ADD COLUMN "status" integer DEFAULT 200 NOT NULL;--> statement-breakpoint
ALTER TABLE "card_sandbox"."idempotency_keys" ADD COLUMN "created" integer DEFAULT extract(epoch from now())::integer NOT NULL;--> statement-breakpoint
ALTER TABLE "card_sandbox"."payment_intents" ADD COLUMN "card" jsonb;--> statement-breakpoint
ALTER TABLE "card_sandbox"."payment_intents" ADD COLUMN "canceled_at" integer;--> statement-breakpoint
ALTER TABLE "card_sandbox"."payment_intents" ADD COLUMN "cancellation_reason" text;--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ADD CONSTRAINT "charges_payment_intent_payment_intents_id_fk" FOREIGN KEY ("payment_intent") REFERENCES "card_sandbox"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_sandbox"."refunds" ADD CONSTRAINT "refunds_charge_charges_id_fk" FOREIGN KEY ("charge") REFERENCES "card_sandbox"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_of_intent" ON "card_sandbox"."charges" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "refunds_of_charge" ON "card_sandbox"."refunds" USING btree ("charge");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "card_sandbox"."refunds" USING btree ("settles_at");--> statement-breakpoint
CREATE INDEX "events_newest" ON "card_sandbox"."events" USING btree ("created","id");--> statement-breakpoint
CREATE INDEX "payment_intents_newest" ON "card_sandbox"."payment_intents" USING btree ("created","id");--> statement-breakpoint
-- What was sold before: its charges, with the card that the demo pays with, so that it can be refunded too.
UPDATE "card_sandbox"."payment_intents" SET "card" = jsonb_build_object(
	'paymentMethod', 'pm_' || substr("id", 4), 'number', '4242424242424242', 'expMonth', 12, 'expYear', 2034,
	'email', "receipt_email", 'name', NULL, 'authenticated', false
) WHERE "status" = 'succeeded';--> statement-breakpoint
INSERT INTO "card_sandbox"."charges" ("id", "payment_intent", "amount", "currency", "status", "card", "metadata", "receipt_email", "description", "created")
SELECT "latest_charge", "id", "amount", "currency", 'succeeded', "card", "metadata", "receipt_email", "description", "created"
FROM "card_sandbox"."payment_intents" WHERE "status" = 'succeeded';--> statement-breakpoint
-- Events are kept whole from now on.
UPDATE "card_sandbox"."events" SET "event" = jsonb_build_object(
	'id', "id", 'object', 'event', 'api_version', '2026-10-28.endive', 'created', "created", 'livemode', false,
	'pending_webhooks', 1, 'request', NULL, 'type', "type", 'data', "event"
);--> statement-breakpoint
-- A key counts for one address from now on, which those kept so far do not have in them.
DELETE FROM "card_sandbox"."idempotency_keys";
