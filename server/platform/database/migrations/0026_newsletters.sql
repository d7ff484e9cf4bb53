CREATE TABLE "mailing_classes" (
	"mailing_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	CONSTRAINT "mailing_classes_mailing_id_class_id_pk" PRIMARY KEY("mailing_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "mailing_images" (
	"mailing_id" uuid NOT NULL,
	"image" text NOT NULL,
	CONSTRAINT "mailing_images_image_mailing_id_pk" PRIMARY KEY("image","mailing_id")
);
--> statement-breakpoint
CREATE TABLE "mailing_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mailing_id" uuid NOT NULL,
	"subscription_id" uuid,
	"user_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" bigint DEFAULT 0 NOT NULL,
	"reason" text,
	CONSTRAINT "mailing_recipients_subscription" UNIQUE("mailing_id","subscription_id"),
	CONSTRAINT "mailing_recipients_user" UNIQUE("mailing_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"in_archive" boolean DEFAULT false NOT NULL,
	"slug" text,
	"author_id" uuid NOT NULL,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	"paused_until" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mailings_slug_unique" UNIQUE("slug"),
	CONSTRAINT "mailings_sent" CHECK (("mailings"."state" = 'draft') = ("mailings"."sent_at" is null and "mailings"."slug" is null))
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD COLUMN "rejected_at" bigint;--> statement-breakpoint
ALTER TABLE "mailing_classes" ADD CONSTRAINT "mailing_classes_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_classes" ADD CONSTRAINT "mailing_classes_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_images" ADD CONSTRAINT "mailing_images_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_mailing_id_mailings_id_fk" FOREIGN KEY ("mailing_id") REFERENCES "public"."mailings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_subscription_id_newsletter_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."newsletter_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailing_classes_of_class" ON "mailing_classes" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "mailing_recipients_state" ON "mailing_recipients" USING btree ("mailing_id","state","due_at");--> statement-breakpoint
CREATE INDEX "mailing_recipients_of_subscription" ON "mailing_recipients" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "mailing_recipients_of_user" ON "mailing_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mailings_newest" ON "mailings" USING btree ("created_at" DESC NULLS LAST,"id");
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON mailings FOR EACH ROW EXECUTE FUNCTION increment_version();
--> statement-breakpoint
-- The archive shows newsletters from the moment when they are sent. Drafts and progress change no page.
CREATE TRIGGER notify_catalogue_changed AFTER UPDATE ON mailings FOR EACH ROW
  WHEN (NEW.sent_at IS NOT NULL
    AND (OLD.in_archive IS DISTINCT FROM NEW.in_archive OR (NEW.in_archive AND OLD.sent_at IS NULL)))
  EXECUTE FUNCTION notify_catalogue_changed();
