CREATE TABLE "cancellation_choices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"left_minor" bigint NOT NULL,
	"until" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"choice" text,
	"chosen_at" bigint,
	"chosen_by" uuid,
	"to_run_id" uuid,
	CONSTRAINT "cancellation_choices_once" UNIQUE("payment_id","run_id"),
	CONSTRAINT "cancellation_choices_made" CHECK (("cancellation_choices"."choice" is null) = ("cancellation_choices"."chosen_at" is null)),
	CONSTRAINT "cancellation_choices_date" CHECK (("cancellation_choices"."to_run_id" is not null) = (coalesce("cancellation_choices"."choice", '') = 'date'))
);
--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "choice_days" integer;--> statement-breakpoint
ALTER TABLE "cancellation_choices" ADD CONSTRAINT "cancellation_choices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_choices" ADD CONSTRAINT "cancellation_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_choices" ADD CONSTRAINT "cancellation_choices_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_choices" ADD CONSTRAINT "cancellation_choices_chosen_by_users_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_choices" ADD CONSTRAINT "cancellation_choices_to_run_id_runs_id_fk" FOREIGN KEY ("to_run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_choices_open" ON "cancellation_choices" USING btree ("until") WHERE "cancellation_choices"."choice" is null;--> statement-breakpoint
CREATE INDEX "cancellation_choices_of_run" ON "cancellation_choices" USING btree ("run_id","user_id");--> statement-breakpoint
CREATE INDEX "cancellation_choices_newest" ON "cancellation_choices" USING btree ("created_at" DESC NULLS LAST,"id");