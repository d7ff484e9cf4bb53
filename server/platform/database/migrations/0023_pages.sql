CREATE TABLE "page_images" (
	"page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"image" text NOT NULL,
	CONSTRAINT "page_images_image_page_id_version_pk" PRIMARY KEY("image","page_id","version")
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
	"page_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid,
	"created_at" bigint NOT NULL,
	CONSTRAINT "page_versions_page_id_version_pk" PRIMARY KEY("page_id","version")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"text" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"in_menu" boolean DEFAULT false NOT NULL,
	"in_footer" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"reviewed" boolean DEFAULT false NOT NULL,
	"changed_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_version" integer;--> statement-breakpoint
ALTER TABLE "page_images" ADD CONSTRAINT "page_images_page_id_version_page_versions_page_id_version_fk" FOREIGN KEY ("page_id","version") REFERENCES "public"."page_versions"("page_id","version") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_page_id_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_versions" ADD CONSTRAINT "page_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON pages FOR EACH ROW EXECUTE FUNCTION increment_version();
--> statement-breakpoint
-- Every page links to some of them.
CREATE TRIGGER notify_catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON pages
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed();
--> statement-breakpoint
-- The texts that came with the application, which no school has reviewed yet.
INSERT INTO pages (slug, title, summary, text, published, in_footer, position, changed_at) VALUES
  ('terms', 'Terms', 'What you and the school agree on.', '## Who we are

{name_and_address}. These terms apply between the school and everyone who registers here.

## Registering

An account is free of charge, and for one person. Give an e-mail address that reaches you: we e-mail you about your account, your payments and your classes. Keep your password to yourself. You are responsible for what happens in your account, until you tell us that another person has access. You can delete your account at any time in your [Profile](/dashboard/profile).

## Classes and seats

Every class has a number of seats, which its page shows. Selecting a class does not reserve a seat. When you start to pay, we hold a seat for you for 15 minutes. It is yours once your payment is confirmed. If the last seat is gone by then, we refund the full amount.

The instructor named with a class teaches it. If we cancel a class or change it substantially, we e-mail you and refund the full amount.

## Prices and payment

A class costs the price on its page when you pay; we charge no further fees. You pay by card, through a card provider: your card number goes from your browser to the provider and never to us. Your Payment History lists all your payments with their receipts. See [Refunds](/refunds) for when and how we refund.

## How we treat each other

Be fair to the people around you and in front of your lens. Ask before you take a portrait, and delete it when the person asks. Class content, texts and pictures, is for enrolled students, and its author keeps the rights. Do not try to access data that is not meant for you. If you harm others or the school, we may close your account. We then settle each class that you have paid for and can no longer attend.

## Changes and questions

We e-mail all users before an important change of these terms. Send questions and complaints to {email}.', true, true, 1, (extract(epoch from now()) * 1000)::bigint),
  ('privacy', 'Privacy', 'What we store about you, why, and how to delete it.', '## Who is responsible

{name_and_address}. E-mail {email} about anything on this page.

## If you only browse

We don''t know who you are. We use no trackers, no advertising and no external statistics. Our pages load nothing from other sites, except photos that users link to, and the card provider''s form where you pay.

## What we store

- **Your account:** your name, e-mail address, the link to your photo, your registration date and your role, and which version of our terms was current when you registered. Of your password, only what is needed to check it. If you turn on the second factor, also its encrypted key and recovery codes.
- **Your classes:** the ones you select, are enrolled in, or teach, the sessions you attended, and which sessions we have reminded you of.
- **Your payments:** the amount, the date, the class, and the provider''s number of the payment. Card numbers never reach us: they go from your browser to the card provider.
- **The newsletter:** your e-mail address, if you have subscribed and confirmed it. Each newsletter has a link that unsubscribes you, which deletes the address.
- **Your sign-ins:** the start and end of each, its network address and the name of the browser, so that you and we can recognize a sign-in that isn''t yours.
- **Your access tokens:** the name, the permissions and the day of the last use of each, until you revoke it.

## In your browser

One cookie keeps you signed in for 30 days after your last visit; logging out deletes it. Another one has a random number, so that we e-mail you only about sign-ins on new devices; it stays for 400 days. Your browser''s local storage holds a token that identifies you to our server for half an hour at a time, and your choice of the light or dark theme. That is all.

## Signing in with another provider

If you continue with another provider, it sends us your e-mail address, your name and your photo, and learns that you signed in here. It gets nothing else from us. You can disconnect it in your Profile.

## E-mails

We e-mail you about your account, your payments and your classes, and send the newsletter only if you have subscribed. Our e-mails contain no hidden images that report whether you read them.

## Downloading and deleting your data

In your [Profile](/dashboard/profile) you can download all your data as a file, change it, and delete your account. Deletion immediately removes your sign-in, your name from our lists and your selected classes. Records of payments stay, because the law requires us to keep them.', true, true, 2, (extract(epoch from now()) * 1000)::bigint),
  ('refunds', 'Refunds', 'When we refund you, and how long it takes.', '## If you change your mind

You can cancel a class within {cancel_days} of paying, for any reason. Press Cancel beside it in your [Payment History](/dashboard/payment-history). Your enrolment ends immediately, your seat is free again, and we refund the full amount.

{cancellation_terms}

After that, e-mail {email}. We read every message, and refund a class where it is fair.

## If a class does not take place

When a class is withdrawn, or your date is canceled, we refund the full amount and e-mail you. You don''t need to do anything. Dates that are over are not refunded.

## If your payment arrives too late

In rare cases a payment arrives when the last seat is gone, the class is withdrawn, or you are already enrolled. Then we tell you on the screen and by e-mail, and refund the full amount.

## How long it takes

We send a refund to the card provider within minutes. It goes to the card that you paid with. Most banks take 5 to 10 days to show it on your statement. Your Payment History and the receipt show its progress.

If your bank rejects it, for example because the card is closed, we contact you and find another way. Send questions to {email}.', true, true, 3, (extract(epoch from now()) * 1000)::bigint),
  ('contact', 'Contact', 'Write to us before you come: most of us are out photographing.', '## Where we are

{name}
{address}

## Opening hours

{opening_hours}

## E-mail

{email}

## Phone

{phone}

## Elsewhere

{networks}', true, false, 4, (extract(epoch from now()) * 1000)::bigint);
--> statement-breakpoint
INSERT INTO page_versions (page_id, version, title, summary, text, created_at)
  SELECT id, version, title, summary, text, changed_at FROM pages;
