ALTER TABLE "enrolments" ADD COLUMN "guest_name" text;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "link_number" integer DEFAULT 1 NOT NULL;