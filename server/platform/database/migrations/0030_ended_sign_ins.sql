CREATE TABLE "identity"."ended_sign_in" (
	"identity_id" text NOT NULL,
	"auth_time" integer NOT NULL,
	"earlier" boolean DEFAULT false NOT NULL,
	"ended_at" bigint NOT NULL,
	CONSTRAINT "ended_sign_in_identity_id_auth_time_earlier_pk" PRIMARY KEY("identity_id","auth_time","earlier")
);
--> statement-breakpoint
CREATE INDEX "ended_sign_in_ended" ON "identity"."ended_sign_in" USING btree ("ended_at");