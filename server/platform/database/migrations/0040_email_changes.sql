CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"from_email" text NOT NULL,
	"to_email" text NOT NULL,
	"requested_by" uuid,
	"token_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"changed_at" bigint,
	"stop_hash" text,
	"had_second_factor" boolean DEFAULT false NOT NULL,
	CONSTRAINT "email_changes_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "email_changes_stopHash_unique" UNIQUE("stop_hash")
);
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_waiting" ON "email_changes" USING btree ("user_id") WHERE "email_changes"."changed_at" is null;--> statement-breakpoint
CREATE INDEX "email_changes_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes_from" ON "email_changes" USING btree ("from_email");