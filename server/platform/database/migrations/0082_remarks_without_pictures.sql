ALTER TABLE "remarks" DROP CONSTRAINT "remarks_version_id_picture_versions_id_fk";
--> statement-breakpoint
ALTER TABLE "remarks" ALTER COLUMN "version_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "remarks" ADD CONSTRAINT "remarks_version_id_picture_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."picture_versions"("id") ON DELETE set null ON UPDATE no action;