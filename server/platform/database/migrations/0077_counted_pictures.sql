ALTER TABLE "submissions" ADD COLUMN "picture_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "submissions" s SET "picture_count" = (
  SELECT count(*) FROM "submission_pictures" p
  WHERE p.submission_id = s.id AND EXISTS (SELECT FROM "picture_versions" v WHERE v.picture_id = p.id AND v.ready)
);
