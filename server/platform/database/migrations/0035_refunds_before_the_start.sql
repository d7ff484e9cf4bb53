-- The text of refunds for new schools: a class cannot be cancelled once it has started. A school that has users keeps the words that it and
-- its students have agreed on (docs/decisions/0025-pages.md).
ALTER TABLE pages DISABLE TRIGGER increment_version;--> statement-breakpoint
UPDATE pages SET text = replace(text,
  'You can cancel a class within {cancel_days} of paying, for any reason.',
  'You can cancel a class within {cancel_days} of paying and before its first session starts, for any reason.')
  WHERE slug = 'refunds' AND NOT EXISTS (SELECT FROM users);--> statement-breakpoint
ALTER TABLE pages ENABLE TRIGGER increment_version;--> statement-breakpoint
UPDATE page_versions v SET text = pages.text FROM pages
  WHERE pages.id = v.page_id AND pages.slug = 'refunds' AND v.version = 1 AND NOT EXISTS (SELECT FROM users);
