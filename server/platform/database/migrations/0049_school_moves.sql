ALTER TABLE "enrolments" ADD COLUMN "school_moved_at" bigint;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "start_floor" bigint;