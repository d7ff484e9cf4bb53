CREATE TABLE "class_search" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"document" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_times" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"months" integer[] NOT NULL,
	"weekdays" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "class_search" ADD CONSTRAINT "class_search_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_times" ADD CONSTRAINT "run_times_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_search_document" ON "class_search" USING gin ("document");--> statement-breakpoint
CREATE INDEX "run_times_months" ON "run_times" USING gin ("months");--> statement-breakpoint
CREATE INDEX "runs_by_start" ON "runs" USING btree ("starts_at","class_id");
--> statement-breakpoint
-- Without the right to create the extension, or without its files, searches find no words with typing errors, and everything else works.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX class_search_words ON class_search USING gin (words gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE WARNING 'searches find no words with typing errors: %', SQLERRM;
END $$;
--> statement-breakpoint
-- Lower case, without accents, and with spaces instead of punctuation, so that "black/white" is two words and not a path.
CREATE FUNCTION fold_text(original text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT regexp_replace(regexp_replace(lower(
    CASE getdatabaseencoding() WHEN 'UTF8' THEN normalize(original, NFD) ELSE original END
  ), '[\u0300-\u036f]', '', 'g'), '[\x01-/:-@\x5b-\x60\x7b-\x7f\u00a0-\u00bf\u2010-\u201f\u2026]+', ' ', 'g')
$$;
--> statement-breakpoint
-- English finds "portraits" for "portrait"; the words as they are written find names and other languages.
CREATE FUNCTION index_text(folded text, weight "char") RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT setweight(to_tsvector('english', folded) || to_tsvector('simple', folded), weight)
$$;
--> statement-breakpoint
CREATE FUNCTION refresh_class_search(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO class_search (class_id, words, document) SELECT id, '', '' FROM unnest(ids) id ORDER BY id ON CONFLICT DO NOTHING;
  -- The next statement then sees what concurrent writers of the same rows have committed.
  PERFORM FROM class_search WHERE class_id = ANY (ids) ORDER BY class_id FOR UPDATE;
  UPDATE class_search SET
    words = concat_ws(' ', name, instructor, places),
    document = index_text(name, 'A') || index_text(instructor, 'B') || index_text(places, 'C') || index_text(description, 'D')
  FROM (
    SELECT classes.id, fold_text(classes.name) AS name, fold_text(users.name) AS instructor,
      fold_text(classes.description) AS description,
      fold_text(coalesce((
        SELECT string_agg(DISTINCT concat_ws(' ', place_name, place_address), ' ')
        FROM runs WHERE class_id = classes.id AND canceled_at IS NULL
      ), '')) AS places
    FROM classes JOIN users ON users.id = instructor_id
    WHERE classes.id = ANY (ids)
  ) texts
  WHERE class_id = texts.id;
END $$;
--> statement-breakpoint
CREATE FUNCTION class_search_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_class_search(array_agg(id)) FROM inserted;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION class_search_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_class_search(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION class_search_instructor_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_class_search(array_agg(id)) FROM classes WHERE instructor_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION class_search_places_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_class_search(array_agg(DISTINCT class_id)) FROM inserted WHERE place_name IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION class_search_place_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_class_search(ARRAY[NEW.class_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER class_search_inserted AFTER INSERT ON classes REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION class_search_inserted();
--> statement-breakpoint
CREATE TRIGGER class_search_changed AFTER UPDATE OF name, description, instructor_id ON classes FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.instructor_id) IS DISTINCT FROM (NEW.name, NEW.description, NEW.instructor_id))
  EXECUTE FUNCTION class_search_changed();
--> statement-breakpoint
CREATE TRIGGER class_search_instructor_changed AFTER UPDATE OF name ON users FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION class_search_instructor_changed();
--> statement-breakpoint
CREATE TRIGGER class_search_places_inserted AFTER INSERT ON runs REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION class_search_places_inserted();
--> statement-breakpoint
CREATE TRIGGER class_search_place_changed AFTER UPDATE OF place_name, place_address, canceled_at ON runs FOR EACH ROW
  WHEN ((OLD.place_name, OLD.place_address, OLD.canceled_at) IS DISTINCT FROM (NEW.place_name, NEW.place_address, NEW.canceled_at))
  EXECUTE FUNCTION class_search_place_changed();
--> statement-breakpoint
-- A time zone that the browser's platform knows and this database does not counts as UTC.
CREATE FUNCTION to_local_time(at bigint, zone text) RETURNS timestamp LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN to_timestamp(at / 1000) AT TIME ZONE coalesce(zone, 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN to_timestamp(at / 1000) AT TIME ZONE 'UTC';
END $$;
--> statement-breakpoint
CREATE FUNCTION refresh_run_times(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_times (run_id, months, weekdays)
  SELECT runs.id,
    coalesce(array_agg(DISTINCT (12 * extract(year FROM at) + extract(month FROM at) - 1)::int) FILTER (WHERE at IS NOT NULL), '{}'),
    coalesce(bit_or(1 << extract(dow FROM at)::int), 0)
  FROM runs LEFT JOIN run_sessions ON run_id = runs.id CROSS JOIN LATERAL to_local_time(run_sessions.starts_at, time_zone) AS at
  WHERE runs.id = ANY (ids) GROUP BY runs.id ORDER BY runs.id
  ON CONFLICT (run_id) DO UPDATE SET months = excluded.months, weekdays = excluded.weekdays;
END $$;
--> statement-breakpoint
CREATE FUNCTION run_times_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_run_times(array_agg(DISTINCT run_id)) FROM changed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION run_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_run_times(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER run_times_inserted AFTER INSERT ON run_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION run_times_changed();
--> statement-breakpoint
CREATE TRIGGER run_times_updated AFTER UPDATE ON run_sessions REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION run_times_changed();
--> statement-breakpoint
CREATE TRIGGER run_times_deleted AFTER DELETE ON run_sessions REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION run_times_changed();
--> statement-breakpoint
CREATE TRIGGER run_zone_changed AFTER UPDATE OF time_zone ON runs FOR EACH ROW
  WHEN (OLD.time_zone IS DISTINCT FROM NEW.time_zone) EXECUTE FUNCTION run_zone_changed();
--> statement-breakpoint
SELECT refresh_class_search(array_agg(id)) FROM classes;
--> statement-breakpoint
SELECT refresh_run_times(array_agg(DISTINCT run_id)) FROM run_sessions;
