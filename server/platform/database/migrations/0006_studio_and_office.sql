CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid,
	"deed" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"words" text,
	"changes" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "enrolments_of_class";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "class_materials" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "classes_by_age" ON "classes" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "users_gone" ON "users" USING btree ("id") WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "enrolments_of_class" ON "enrolments" USING btree ("class_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
-- A class's version grows with whatever is written to it, a sale included, whoever writes it.
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version = OLD.version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON classes FOR EACH ROW EXECUTE FUNCTION count_version();
--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON class_materials FOR EACH ROW EXECUTE FUNCTION count_version();
