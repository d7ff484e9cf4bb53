CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"created_by" uuid,
	"created_at" bigint NOT NULL,
	CONSTRAINT "credits_amount" CHECK ("credits"."amount_minor" <> 0)
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_once";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "entries" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "credit_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "credit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credited_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "method" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credits_of_user" ON "credits" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credits_created_by" ON "credits" USING btree ("created_by") WHERE "credits"."created_by" is not null;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_credit_id_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_once" UNIQUE NULLS NOT DISTINCT("payment_id","refund_id","posting","account","line_id","credit_id");--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_cause" CHECK (("entries"."payment_id" is null) <> ("entries"."credit_id" is null));--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('card', 'card_refunds', 'credit', 'credit_given', 'receivable', 'seats'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_credited" CHECK ("payments"."credited_minor" = 0 or ("payments"."credited_minor" > 0 and "payments"."credited_minor" + "payments"."refunded_minor" <= "payments"."amount_paid_minor" + "payments"."credit_minor"));--> statement-breakpoint
CREATE TRIGGER refuse_change_of_credit BEFORE UPDATE OR DELETE ON "credits" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();--> statement-breakpoint
-- Posts credit that was given or taken without a seat.
CREATE FUNCTION post_credit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO entries (credit_id, posting, account, amount_minor, currency, created_at)
    VALUES (NEW.id, 1, 'credit', -NEW.amount_minor, NEW.currency, NEW.created_at),
      (NEW.id, 1, 'credit_given', NEW.amount_minor, NEW.currency, NEW.created_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER post_credit AFTER INSERT ON "credits" FOR EACH ROW EXECUTE FUNCTION post_credit();--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY payment_id, credit_id, refund_id, posting
    HAVING sum(amount_minor) <> 0 OR min(currency) <> max(currency)) THEN
    RAISE EXCEPTION 'A posting of the ledger does not sum to 0.' USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_sum';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- As in migration 0054, but credit may pay a part.
CREATE OR REPLACE FUNCTION post_payments(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH paid AS (
    SELECT p.id, p.attempt_id, p.amount_paid_minor, p.credit_minor, p.currency, p.created_at, CASE
        WHEN EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id AND r.reason IN
          ('seat_gone', 'class_gone', 'user_gone', 'enrolled_already', 'amount_differs')) THEN false
        ELSE p.status <> 'refunded' OR EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id)
      END AS is_sale
    FROM unnest(ids) AS chosen (id) JOIN payments p USING (id)
    WHERE NOT EXISTS (SELECT FROM entries e WHERE e.payment_id = p.id)
  ), posted AS (
    SELECT id, 'card' AS account, NULL::uuid AS line_id, amount_paid_minor AS minor, currency, created_at FROM paid
    UNION ALL
    SELECT id, 'credit', NULL, credit_minor, currency, created_at FROM paid WHERE credit_minor > 0
    UNION ALL
    SELECT p.id, 'seats', l.id, -l.amount_minor, p.currency, p.created_at
      FROM paid p JOIN payment_attempts a ON a.id = p.attempt_id JOIN order_lines l ON l.order_id = a.order_id AND l.run_id = a.run_id
      WHERE p.is_sale
  )
  INSERT INTO entries (payment_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT id, 1, account, line_id, minor, currency, created_at FROM posted
    UNION ALL
    SELECT id, 1, 'receivable', NULL, -sum(minor), min(currency), min(created_at) FROM posted GROUP BY id HAVING sum(minor) <> 0;
END $$;--> statement-breakpoint
-- As in migration 0058, but a refund may be credit.
CREATE OR REPLACE FUNCTION post_refunds(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH changed AS (
    SELECT r.id, r.payment_id, p.currency, e.postings + 1 AS posting, CASE r.method WHEN 'credit' THEN 'credit' ELSE 'card_refunds' END AS account,
      CASE r.status WHEN 'failed' THEN 0 ELSE r.amount_minor END - e.minor AS minor,
      CASE e.postings WHEN 0 THEN r.created_at ELSE (extract(epoch FROM clock_timestamp()) * 1000)::bigint END AS created_at,
      (SELECT s.line_id FROM entries s WHERE s.payment_id = p.id AND s.refund_id IS NULL AND s.account = 'seats'
        ORDER BY s.amount_minor LIMIT 1) AS line_id
    FROM unnest(ids) AS chosen (id) JOIN payment_refunds r USING (id) JOIN payments p ON p.id = r.payment_id,
      LATERAL (SELECT coalesce(max(o.posting), 0) AS postings, coalesce(-sum(o.amount_minor), 0)::bigint AS minor FROM entries o
        WHERE o.payment_id = r.payment_id AND o.refund_id = r.id AND o.account IN ('card_refunds', 'credit')) e
  )
  INSERT INTO entries (payment_id, refund_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT payment_id, id, posting, account, NULL, -minor, currency, created_at FROM changed WHERE minor <> 0
    UNION ALL
    SELECT payment_id, id, posting, CASE WHEN line_id IS NULL THEN 'receivable' ELSE 'seats' END, line_id, minor, currency, created_at
      FROM changed WHERE minor <> 0;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE payments SET (refunded_minor, credited_minor) =
    (SELECT coalesce(sum(amount_minor) FILTER (WHERE method = 'card'), 0), coalesce(sum(amount_minor) FILTER (WHERE method = 'credit'), 0)
      FROM payment_refunds WHERE payment_id = NEW.payment_id AND status <> 'failed')
    WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The release before refunds what is left of the card.
CREATE OR REPLACE FUNCTION add_refund_amount() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM payments p JOIN payments o ON o.transaction_id = p.transaction_id AND o.id <> p.id WHERE p.id = NEW.payment_id) THEN
    RAISE EXCEPTION 'only a newer release refunds a seat of an order with several';
  END IF;
  SELECT least(amount_paid_minor - refunded_minor, amount_paid_minor + credit_minor - refunded_minor - credited_minor)
    INTO NEW.amount_minor FROM payments WHERE id = NEW.payment_id;
  RETURN NEW;
END $$;
