ALTER TABLE "cart_items" ADD COLUMN "list_price_minor" bigint;--> statement-breakpoint
-- Selections from before have been seen at today's price.
UPDATE "cart_items" SET "list_price_minor" = coalesce("runs"."list_price_minor", "classes"."list_price_minor")
FROM "runs", "classes" WHERE "runs"."id" = "cart_items"."run_id" AND "classes"."id" = "cart_items"."class_id";
