CREATE TABLE "material_readings" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "email_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ADD COLUMN "dispute_status" text;--> statement-breakpoint
ALTER TABLE "material_readings" ADD CONSTRAINT "material_readings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_readings" ADD CONSTRAINT "material_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_readings" ADD CONSTRAINT "material_readings_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "material_readings_of_student" ON "material_readings" USING btree ("user_id","class_id");--> statement-breakpoint
CREATE INDEX "payments_disputed" ON "payments" USING btree ("created_at") WHERE "payments"."is_disputed";--> statement-breakpoint
UPDATE "payments" SET "status" = 'paid' FROM "payment_refunds" "refund" WHERE "refund"."payment_id" = "payments"."id" AND "refund"."status" = 'failed' AND "payments"."status" = 'refunded';--> statement-breakpoint
UPDATE "payments" SET "is_disputed" = true FROM "payment_incidents" "incident" WHERE "incident"."payment_id" = "payments"."id" AND "incident"."text" LIKE 'The cardholder disputes this payment%';--> statement-breakpoint
UPDATE "card_sandbox"."charges" SET "dispute_status" = 'needs_response' WHERE "disputed";
