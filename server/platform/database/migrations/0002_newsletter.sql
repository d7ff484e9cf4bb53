CREATE TABLE "tries" (
	"who" text PRIMARY KEY NOT NULL,
	"times" integer NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"confirmed_at" bigint,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE INDEX "tries_over" ON "tries" USING btree ("until");--> statement-breakpoint
CREATE INDEX "newsletter_subscriptions_waiting" ON "newsletter_subscriptions" USING btree ("confirmed_at","asked_at");