ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "by_hand" text;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "by_hand" text;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('card', 'card_refunds', 'cash', 'credit', 'credit_given', 'receivable', 'seats', 'transfer', 'vouchers', 'vouchers_given'));--> statement-breakpoint
-- As in migration 0063, but money that the school receives by hand becomes credit, and credit that it pays out is taken.
CREATE OR REPLACE FUNCTION post_credit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO entries (credit_id, posting, account, amount_minor, currency, created_at)
    VALUES (NEW.id, 1, 'credit', -NEW.amount_minor, NEW.currency, NEW.created_at),
      (NEW.id, 1, CASE NEW.kind WHEN 'voucher' THEN 'vouchers' WHEN 'cash' THEN 'cash' WHEN 'transfer' THEN 'transfer' ELSE 'credit_given' END,
        NEW.amount_minor, NEW.currency, NEW.created_at);
  RETURN NULL;
END $$;
