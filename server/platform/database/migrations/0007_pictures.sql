CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"address" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint NOT NULL,
	"ready" boolean DEFAULT false NOT NULL,
	CONSTRAINT "pictures_address_unique" UNIQUE("address")
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_hash" ON "pictures" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "pictures_used" ON "pictures" USING btree ("used_at");