ALTER TABLE "school" ADD COLUMN "home_line" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "classes_line" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "instructors_line" text;