CREATE TABLE "attendance" (
	"session_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "attendance_session_id_enrolment_id_pk" PRIMARY KEY("session_id","enrolment_id")
);
--> statement-breakpoint
CREATE TABLE "calendars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid,
	"reminds_by_email" boolean DEFAULT true NOT NULL,
	CONSTRAINT "calendars_feed" UNIQUE("feed_id")
);
--> statement-breakpoint
CREATE TABLE "session_reminders" (
	"session_id" uuid NOT NULL,
	"enrolment_id" uuid NOT NULL,
	"lead" text NOT NULL,
	"starts_at" bigint NOT NULL,
	CONSTRAINT "session_reminders_session_id_enrolment_id_lead_starts_at_pk" PRIMARY KEY("session_id","enrolment_id","lead","starts_at")
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_session_id_run_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."run_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_reminders" ADD CONSTRAINT "session_reminders_session_id_run_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."run_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_reminders" ADD CONSTRAINT "session_reminders_enrolment_id_enrolments_id_fk" FOREIGN KEY ("enrolment_id") REFERENCES "public"."enrolments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_of_enrolment" ON "attendance" USING btree ("enrolment_id");--> statement-breakpoint
CREATE INDEX "session_reminders_of_enrolment" ON "session_reminders" USING btree ("enrolment_id");