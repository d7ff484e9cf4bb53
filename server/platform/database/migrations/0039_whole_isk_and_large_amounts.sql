ALTER TABLE "classes" ALTER COLUMN "list_price_minor" SET DATA TYPE bigint;--> statement-breakpoint
-- Its trigger names the column.
DROP TRIGGER add_list_price ON "enrolments";--> statement-breakpoint
ALTER TABLE "enrolments" ALTER COLUMN "list_price_minor" SET DATA TYPE bigint;--> statement-breakpoint
CREATE TRIGGER add_list_price BEFORE INSERT ON "enrolments" FOR EACH ROW WHEN (NEW.list_price_minor IS NULL)
  EXECUTE FUNCTION add_list_price();--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "list_price_minor" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "amount_minor" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "amount_paid_minor" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "runs" ALTER COLUMN "list_price_minor" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "card_sandbox"."charges" ALTER COLUMN "amount_refunded" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "card_sandbox"."payment_intents" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "card_sandbox"."refunds" ALTER COLUMN "amount" SET DATA TYPE bigint;--> statement-breakpoint
-- A school in ISK: its prices lose their decimals. Where the environment alone names the currency, the newest checkout does.
UPDATE classes SET list_price_minor = greatest(1, round(list_price_minor / 100.0)) WHERE 'isk' = (
  SELECT coalesce(currency, (SELECT currency FROM payment_attempts ORDER BY created_at DESC LIMIT 1)) FROM school
);--> statement-breakpoint
UPDATE runs SET list_price_minor = greatest(1, round(list_price_minor / 100.0)) WHERE list_price_minor IS NOT NULL AND 'isk' = (
  SELECT coalesce(currency, (SELECT currency FROM payment_attempts ORDER BY created_at DESC LIMIT 1)) FROM school
);--> statement-breakpoint
UPDATE enrolments e SET list_price_minor = greatest(1, round(list_price_minor / 100.0)) WHERE 'isk' = coalesce(
  (SELECT p.currency FROM payments p WHERE p.id = e.payment_id),
  (SELECT coalesce(currency, (SELECT currency FROM payment_attempts ORDER BY created_at DESC LIMIT 1)) FROM school)
);--> statement-breakpoint
UPDATE import_rows SET data = jsonb_set(data, '{priceMinor}', to_jsonb(greatest(1, round((data ->> 'priceMinor')::numeric / 100))))
WHERE data ? 'priceMinor' AND 'isk' = (
  SELECT coalesce(currency, (SELECT currency FROM payment_attempts ORDER BY created_at DESC LIMIT 1)) FROM school
);--> statement-breakpoint
UPDATE payment_attempts SET list_price_minor = greatest(1, round(list_price_minor / 100.0)),
  amount_minor = round(amount_minor / 100.0) WHERE currency = 'isk';--> statement-breakpoint
UPDATE payments SET amount_paid_minor = round(amount_paid_minor / 100.0) WHERE currency = 'isk';--> statement-breakpoint
UPDATE card_sandbox.payment_intents SET amount = round(amount / 100.0) * 100 WHERE currency = 'isk';--> statement-breakpoint
UPDATE card_sandbox.charges SET amount = round(amount / 100.0) * 100, amount_refunded = round(amount_refunded / 100.0) * 100
WHERE currency = 'isk';--> statement-breakpoint
UPDATE card_sandbox.refunds SET amount = round(amount / 100.0) * 100 WHERE currency = 'isk';--> statement-breakpoint
-- UGX: Stripe has read the amounts as hundredths, so it took 1,500 for a price of 150,000. The sandbox has read them as they were meant.
UPDATE payments SET amount_paid_minor = round(amount_paid_minor / 100.0) WHERE currency = 'ugx'
  AND NOT EXISTS (SELECT FROM card_sandbox.payment_intents WHERE id = transaction_id);--> statement-breakpoint
UPDATE card_sandbox.payment_intents SET amount = amount * 100 WHERE currency = 'ugx';--> statement-breakpoint
UPDATE card_sandbox.charges SET amount = amount * 100, amount_refunded = amount_refunded * 100 WHERE currency = 'ugx';--> statement-breakpoint
UPDATE card_sandbox.refunds SET amount = amount * 100 WHERE currency = 'ugx';
