CREATE TABLE "remark_answers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"remark_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "briefs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"run_id" uuid,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"due_at" bigint NOT NULL,
	"count" integer NOT NULL,
	"rules" jsonb NOT NULL,
	"add_failed" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"submission_id" uuid NOT NULL,
	"intent" text NOT NULL,
	"position" integer NOT NULL,
	"begun_at" bigint NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remarks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"geometry" jsonb,
	"text" text NOT NULL,
	"number" integer NOT NULL,
	"released_at" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "remarks_number" UNIQUE("version_id","number")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"brief_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"unread" boolean DEFAULT false NOT NULL,
	"waiting_since" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "submissions_once" UNIQUE("brief_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "picture_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"picture_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"media_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"views" jsonb NOT NULL,
	"bytes" bigint NOT NULL,
	"exif" jsonb NOT NULL,
	"ready" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "student_storage_gb" integer;--> statement-breakpoint
ALTER TABLE "remark_answers" ADD CONSTRAINT "remark_answers_remark_id_remarks_id_fk" FOREIGN KEY ("remark_id") REFERENCES "public"."remarks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remark_answers" ADD CONSTRAINT "remark_answers_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "briefs" ADD CONSTRAINT "briefs_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "briefs" ADD CONSTRAINT "briefs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_pictures" ADD CONSTRAINT "submission_pictures_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_version_id_picture_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."picture_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_brief_id_briefs_id_fk" FOREIGN KEY ("brief_id") REFERENCES "public"."briefs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_versions" ADD CONSTRAINT "picture_versions_picture_id_submission_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."submission_pictures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remark_answers_of_remark" ON "remark_answers" USING btree ("remark_id","created_at");--> statement-breakpoint
CREATE INDEX "remark_answers_of_author" ON "remark_answers" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "briefs_of_class" ON "briefs" USING btree ("class_id","due_at");--> statement-breakpoint
CREATE INDEX "briefs_of_run" ON "briefs" USING btree ("run_id") WHERE "briefs"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "submission_pictures_of_submission" ON "submission_pictures" USING btree ("submission_id","position");--> statement-breakpoint
CREATE INDEX "remarks_of_author" ON "remarks" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "submissions_of_user" ON "submissions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("waiting_since","id") WHERE "submissions"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "picture_versions_of_picture" ON "picture_versions" USING btree ("picture_id","created_at");--> statement-breakpoint
CREATE INDEX "picture_versions_unready" ON "picture_versions" USING btree ("created_at") WHERE not "picture_versions"."ready";--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON briefs FOR EACH ROW EXECUTE FUNCTION increment_version();
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON remarks FOR EACH ROW EXECUTE FUNCTION increment_version();
