-- Every instance keeps the public pages in memory. Whatever changes them is told to all at the commit, whoever wrote it: the
-- payload is the writer's application_name, so that an instance need not hear of its own writes (server/database/listener.ts).
CREATE FUNCTION tell_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue', current_setting('application_name'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION tell_instructor_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP <> 'INSERT' AND OLD.role = 'instructor') OR (TG_OP <> 'DELETE' AND NEW.role = 'instructor') THEN
    PERFORM pg_notify('catalogue', current_setting('application_name'));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON classes
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
--> statement-breakpoint
CREATE TRIGGER tell_catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON slides
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
--> statement-breakpoint
CREATE TRIGGER tell_catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalogue_changed();
--> statement-breakpoint
CREATE TRIGGER tell_catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION tell_instructor_changed();
