ALTER TABLE "runs" ADD COLUMN "confirmed_at" bigint;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "reminded_at" bigint;