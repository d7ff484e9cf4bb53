CREATE TABLE "instructor_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"biography" text NOT NULL,
	"portrait" text NOT NULL,
	"links" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "student_id" uuid;--> statement-breakpoint
ALTER TABLE "instructor_profiles" ADD CONSTRAINT "instructor_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_of_receipt" ON "payments" USING btree ("receipt");
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON instructor_profiles FOR EACH ROW EXECUTE FUNCTION increment_version();
--> statement-breakpoint
CREATE TRIGGER notify_catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON instructor_profiles
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();
--> statement-breakpoint
-- Admins search parts of names, addresses and numbers. Without the extension the searches read whole tables.
DO $$ BEGIN
  CREATE INDEX users_search ON users USING gin (name gin_trgm_ops, email gin_trgm_ops);
  CREATE INDEX payments_search ON payments USING gin (name gin_trgm_ops, email gin_trgm_ops, class_name gin_trgm_ops, transaction_id gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  RAISE WARNING 'searches of admins are slow in large schools: %', SQLERRM;
END $$;
