CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"taken_at" bigint NOT NULL,
	"restored_at" bigint NOT NULL,
	"activated_at" bigint,
	"jobs" jsonb NOT NULL
);
