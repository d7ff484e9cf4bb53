CREATE TABLE "critique_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"brief_id" uuid NOT NULL,
	"submission_id" uuid,
	"created_at" bigint NOT NULL,
	"sent_at" bigint
);
--> statement-breakpoint
ALTER TABLE "briefs" ADD COLUMN "reminded_at" bigint;--> statement-breakpoint
ALTER TABLE "critique_notices" ADD CONSTRAINT "critique_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critique_notices" ADD CONSTRAINT "critique_notices_brief_id_briefs_id_fk" FOREIGN KEY ("brief_id") REFERENCES "public"."briefs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critique_notices" ADD CONSTRAINT "critique_notices_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "critique_notices_waiting" ON "critique_notices" USING btree ("user_id") WHERE "critique_notices"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "critique_notices_of_user" ON "critique_notices" USING btree ("user_id","sent_at");--> statement-breakpoint
CREATE INDEX "critique_notices_of_brief" ON "critique_notices" USING btree ("brief_id");--> statement-breakpoint
CREATE INDEX "critique_notices_of_submission" ON "critique_notices" USING btree ("submission_id") WHERE "critique_notices"."submission_id" is not null;