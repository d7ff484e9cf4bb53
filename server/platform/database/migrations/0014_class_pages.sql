ALTER TABLE "classes" ADD COLUMN "level" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "bring" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "outcome" text DEFAULT '' NOT NULL;