CREATE TABLE "cancellation_terms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "cancellation_terms_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"terms_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"free_days" integer,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"minimum_fee_minor" bigint DEFAULT 0 NOT NULL,
	"move_fee_minor" bigint DEFAULT 0 NOT NULL,
	"move_hours_before" integer DEFAULT 0 NOT NULL,
	"substitute_hours_before" integer DEFAULT 0 NOT NULL,
	"resale" text DEFAULT 'none' NOT NULL,
	"resale_fee_minor" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"created_by" uuid,
	CONSTRAINT "cancellation_terms_versions_number" UNIQUE("terms_id","number")
);
--> statement-breakpoint
-- The first terms. The next start completes them with the days of CANCEL_DAYS.
INSERT INTO "cancellation_terms" ("id", "is_default", "created_at")
VALUES ('00000000-0000-4000-8000-000000000002', true, extract(epoch from now())::bigint * 1000);--> statement-breakpoint
INSERT INTO "cancellation_terms_versions" ("id", "terms_id", "number", "name", "created_at")
VALUES ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 1, 'Standard',
  extract(epoch from now())::bigint * 1000);--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "terms_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "terms_version_id" uuid DEFAULT '00000000-0000-4000-8000-000000000003' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "terms_version_id" uuid DEFAULT '00000000-0000-4000-8000-000000000003' NOT NULL;--> statement-breakpoint
ALTER TABLE "cancellation_terms_versions" ADD CONSTRAINT "cancellation_terms_versions_terms_id_cancellation_terms_id_fk" FOREIGN KEY ("terms_id") REFERENCES "public"."cancellation_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_terms_versions" ADD CONSTRAINT "cancellation_terms_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cancellation_terms_one_default" ON "cancellation_terms" USING btree ("is_default") WHERE "cancellation_terms"."is_default";--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_terms_id_cancellation_terms_id_fk" FOREIGN KEY ("terms_id") REFERENCES "public"."cancellation_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_terms_version_id_cancellation_terms_versions_id_fk" FOREIGN KEY ("terms_version_id") REFERENCES "public"."cancellation_terms_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_terms_version_id_cancellation_terms_versions_id_fk" FOREIGN KEY ("terms_version_id") REFERENCES "public"."cancellation_terms_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_of_terms" ON "classes" USING btree ("terms_id") WHERE "classes"."terms_id" is not null;