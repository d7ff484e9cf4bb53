ALTER TABLE "payment_refunds" ADD COLUMN "was_sent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vouchers" ADD COLUMN "refund_was_sent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "payment_refunds" SET "was_sent" = true WHERE "method" = 'card' AND ("status" = 'done' OR "provider_id" IS NOT NULL);--> statement-breakpoint
UPDATE "vouchers" SET "refund_was_sent" = true WHERE "refund_status" = 'done' OR ("refund_status" = 'queued' AND "refund_round" > 1);