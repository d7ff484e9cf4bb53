CREATE TABLE "class_materials" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"links" jsonb NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid,
	"intent_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "payment_incidents_once" UNIQUE("intent_id","text")
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"wished_by" uuid,
	"status" text DEFAULT 'queued' NOT NULL,
	"problem" text,
	"round" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "payment_refunds_paymentId_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
DROP INDEX "payment_attempts_holds";--> statement-breakpoint
DROP INDEX "payments_of_cart_item";--> statement-breakpoint
DROP INDEX "payment_attempts_one_open";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "withdrawn_at" bigint;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "held_since" bigint;--> statement-breakpoint
UPDATE "payment_attempts" SET "held_since" = "created_at";--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "held_since" SET NOT NULL;--> statement-breakpoint
UPDATE "payment_attempts" a SET "status" = 'released' WHERE "status" = 'open' AND EXISTS (
  SELECT FROM "payment_attempts" b WHERE b."status" = 'open' AND b."class_id" = a."class_id" AND b."user_id" = a."user_id" AND b."id" > a."id"
);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "payments_receipt_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1);--> statement-breakpoint
ALTER TABLE "class_materials" ADD CONSTRAINT "class_materials_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_incidents" ADD CONSTRAINT "payment_incidents_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_wished_by_users_id_fk" FOREIGN KEY ("wished_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_incidents_newest" ON "payment_incidents" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_refunds_unfinished" ON "payment_refunds" USING btree ("created_at") WHERE "payment_refunds"."status" <> 'done';--> statement-breakpoint
CREATE INDEX "payment_attempts_of_student" ON "payment_attempts" USING btree ("user_id","class_id","held_until");--> statement-breakpoint
CREATE INDEX "payments_unconfirmed" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_of_class" ON "payments" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "payments_newest" ON "payments" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("class_id","user_id") WHERE "payment_attempts"."status" = 'open';