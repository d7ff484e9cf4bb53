CREATE TABLE "critique_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"emails" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "material_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"media_type" text NOT NULL,
	"width" integer,
	"height" integer,
	"views" jsonb NOT NULL,
	"bytes" bigint NOT NULL,
	"ready" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "material_files_once" UNIQUE("class_id","hash")
);
--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "first_critique_at" bigint;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "first_critique_ms" bigint;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "critique_target_hours" integer;--> statement-breakpoint
ALTER TABLE "critique_settings" ADD CONSTRAINT "critique_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_files" ADD CONSTRAINT "material_files_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "material_files_unready" ON "material_files" USING btree ("created_at") WHERE not "material_files"."ready";--> statement-breakpoint
CREATE INDEX "submissions_criticized" ON "submissions" USING btree ("first_critique_at") WHERE "submissions"."first_critique_at" is not null;
--> statement-breakpoint
-- How long the first critiques of the past took.
UPDATE "submissions" s SET "first_critique_at" = c.released, "first_critique_ms" = greatest(0, c.released - c.handed_in)
FROM (
	SELECT p."submission_id", min(r."released_at") AS released, min(v."created_at") AS handed_in
	FROM "submission_pictures" p JOIN "picture_versions" v ON v."picture_id" = p."id" LEFT JOIN "remarks" r ON r."version_id" = v."id"
	GROUP BY p."submission_id"
) c
WHERE c."submission_id" = s."id" AND c.released IS NOT NULL;--> statement-breakpoint
-- Material is Markdown now: a line of a paragraph keeps its break.
UPDATE "class_materials" SET "text" = regexp_replace("text", E'([^\\n])\\n(?!\\n)', E'\\1  \n', 'g') WHERE "text" ~ E'[^\\n]\\n(?!\\n)';
