ALTER TABLE "classes" ADD COLUMN "exposure" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "exposure" text DEFAULT '' NOT NULL;