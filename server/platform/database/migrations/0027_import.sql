CREATE TABLE "import_rows" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"outcome" text,
	"problem" text,
	"key" text,
	"data" jsonb,
	"run_id" uuid,
	"record_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "import_rows_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'uploading' NOT NULL,
	"headers" jsonb NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"match" jsonb,
	"checked" integer DEFAULT 0 NOT NULL,
	"checked_to" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"applied_at" bigint,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_outcome" ON "import_rows" USING btree ("import_id","outcome","row");--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" USING btree ("import_id","key") WHERE "import_rows"."key" is not null;--> statement-breakpoint
CREATE INDEX "import_rows_run" ON "import_rows" USING btree ("import_id","run_id") WHERE "import_rows"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "activity_of_actor" ON "activity" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "enrolments_granted_by" ON "enrolments" USING btree ("granted_by") WHERE "enrolments"."granted_by" is not null;--> statement-breakpoint
CREATE INDEX "images_uploaded_by" ON "images" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "payment_refunds_requested_by" ON "payment_refunds" USING btree ("requested_by") WHERE "payment_refunds"."requested_by" is not null;