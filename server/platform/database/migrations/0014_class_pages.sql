ALTER TABLE "classes" ADD COLUMN "level" text DEFAULT 'any' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "bring" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "outcome" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "updated_at" bigint;--> statement-breakpoint
-- A write to seats only is reported with the class's id on a second line, so that it drops the lists and that class's page only.
-- Other writes, and writes to many classes at once, are reported without an id: they drop all pages.
CREATE FUNCTION notify_classes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  not_shown constant text[] := '{seats,enroll,offered,version,feedback}';
BEGIN
  IF (SELECT count(*) FROM changed) > 100 OR EXISTS (
    SELECT FROM changed JOIN before USING (id)
    WHERE to_jsonb(changed) - not_shown IS DISTINCT FROM to_jsonb(before) - not_shown
  ) THEN
    PERFORM pg_notify('catalogue', current_setting('application_name'));
  ELSE
    PERFORM pg_notify('catalogue', current_setting('application_name') || E'\n' || id) FROM changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER notify_catalogue_changed ON classes;
--> statement-breakpoint
CREATE TRIGGER notify_catalogue_changed AFTER INSERT OR DELETE OR TRUNCATE ON classes
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();
--> statement-breakpoint
CREATE TRIGGER notify_classes_changed AFTER UPDATE ON classes REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION notify_classes_changed();
