ALTER TABLE "reviews" ADD COLUMN "consent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "slides" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Moving a slide changes the positions of others, whose forms may be open: only their content counts.
CREATE TRIGGER increment_version BEFORE UPDATE ON slides FOR EACH ROW
  WHEN ((OLD.image, OLD.title, OLD.description, OLD.published) IS DISTINCT FROM (NEW.image, NEW.title, NEW.description, NEW.published))
  EXECUTE FUNCTION increment_version();
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION increment_version();
