-- Lower case, without accents, whatever the locale of the database is (contract/values/fold.ts has the same rules). Collations of ICU or,
-- from PostgreSQL 17 on, the built-in one know the capital letters of every script.
DO $$
DECLARE
  collation_name text := coalesce(to_regcollation('pg_catalog."und-x-icu"'), to_regcollation('pg_catalog.pg_c_utf8'))::text;
  -- Other encodings have few letters, and no normalization.
  folded text := CASE WHEN getdatabaseencoding() <> 'UTF8' THEN 'lower(original)' ELSE format($folded$
    regexp_replace(regexp_replace(replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(replace(original, U&'\00b4', ''''), NFKD), '[\u0300-\u036f]', '', 'g') %s) COLLATE "C",
      U&'\00f8\0111\00f0\0142\0127\0167\0131\03c2', U&'oddlhti\03c3'
    ), U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'), U&'\00fe', 'th'),
    '[\u02bb\u02bc\u2018\u2019\u2032]', '''', 'g'), '[\u2010-\u2015\u2212]', '-', 'g')
  $folded$, 'COLLATE ' || collation_name) END;
BEGIN
  IF folded IS NULL THEN
    RAISE WARNING 'searches may miss names with capital letters outside ASCII: the database has neither ICU nor pg_c_utf8';
    folded := 'lower(original)';
  END IF;
  EXECUTE format($function$
    CREATE FUNCTION fold_letters(original text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
      SELECT CASE WHEN octet_length(original) = length(original) THEN lower(original COLLATE "C") ELSE %s END
    $body$
  $function$, folded);
END $$;
--> statement-breakpoint
-- Spaces instead of punctuation, so that "black/white" is two words and not a path.
CREATE OR REPLACE FUNCTION fold_text(original text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT regexp_replace(fold_letters(original), '[\x01-/:-@\x5b-\x60\x7b-\x7f\u00a0-\u00bf\u2010-\u201f\u2026]+', ' ', 'g')
$$;
--> statement-breakpoint
SELECT refresh_class_search(array_agg(id)) FROM classes;
--> statement-breakpoint
DO $$ BEGIN
  DROP INDEX IF EXISTS users_search, payments_search;
  CREATE INDEX users_search ON users USING gin (fold_letters(name) gin_trgm_ops, fold_letters(email) gin_trgm_ops);
  CREATE INDEX payments_search ON payments USING gin (fold_letters(name) gin_trgm_ops, fold_letters(email) gin_trgm_ops,
    fold_letters(class_name) gin_trgm_ops, fold_letters(transaction_id) gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  RAISE WARNING 'searches of admins are slow in large schools: %', SQLERRM;
END $$;
