-- The texts of new schools: students choose what they get for a canceled date. A school that has users keeps the words that it and its students
-- have agreed on (docs/decisions/0025-pages.md).
ALTER TABLE pages DISABLE TRIGGER increment_version;--> statement-breakpoint
UPDATE pages SET text = replace(text,
  'When a class is withdrawn, or your date is canceled, we refund the full amount and e-mail you. You don''t need to do anything.',
  'When a class is withdrawn, or your date is canceled, we e-mail you. You get the full amount back, unless you choose credit or another date. For the money, you don''t need to do anything.')
  WHERE slug = 'refunds' AND NOT EXISTS (SELECT FROM users);--> statement-breakpoint
UPDATE pages SET text = replace(text,
  'If we cancel a class or change it substantially, we e-mail you and refund the full amount.',
  'If we cancel a class or change it substantially, we e-mail you. You get the full amount back, unless you choose credit or another date.')
  WHERE slug = 'terms' AND NOT EXISTS (SELECT FROM users);--> statement-breakpoint
ALTER TABLE pages ENABLE TRIGGER increment_version;--> statement-breakpoint
UPDATE page_versions v SET text = pages.text FROM pages
  WHERE pages.id = v.page_id AND pages.slug IN ('refunds', 'terms') AND v.version = 1 AND NOT EXISTS (SELECT FROM users);
