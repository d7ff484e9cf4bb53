ALTER TABLE "classes" ADD COLUMN "camera" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "camera" text DEFAULT '' NOT NULL;