CREATE TABLE "email_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"subject" text,
	"text" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "email_templates_key_unique" UNIQUE("key"),
	CONSTRAINT "email_templates_words" CHECK (("email_templates"."subject" is null) = ("email_templates"."text" is null))
);
--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON email_templates FOR EACH ROW EXECUTE FUNCTION increment_version();
