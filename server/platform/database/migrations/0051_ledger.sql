CREATE TABLE "entries" (
	"payment_id" uuid NOT NULL,
	"refund_id" uuid,
	"posting" smallint NOT NULL,
	"account" text NOT NULL,
	"line_id" uuid,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "entries_account" CHECK ("entries"."account" in ('card', 'card_refunds', 'receivable', 'seats'))
);
--> statement-breakpoint
-- Stripe has taken a hundredth of these amounts before migration 0039, and the payments show it. More was never asked for.
UPDATE payment_attempts a SET amount_minor = p.amount_paid_minor FROM payments p
  WHERE p.attempt_id = a.id AND p.currency = 'ugx' AND round(a.amount_minor / 100.0) = p.amount_paid_minor;--> statement-breakpoint
UPDATE order_lines l SET amount_minor = a.amount_minor FROM payment_attempts a
  WHERE a.id = l.order_id AND a.currency = 'ugx' AND round(l.amount_minor / 100.0) = a.amount_minor;--> statement-breakpoint
-- Posts payments that are not posted yet. One that bought nothing has a refund that says so; while it is inserted, its status does.
CREATE FUNCTION post_payments(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH paid AS (
    SELECT p.id, p.attempt_id, p.amount_paid_minor, p.currency, p.created_at, CASE
        WHEN EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id AND r.reason IN
          ('seat_gone', 'class_gone', 'user_gone', 'enrolled_already', 'amount_differs')) THEN false
        ELSE p.status <> 'refunded' OR EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id)
      END AS is_sale
    FROM unnest(ids) AS chosen (id) JOIN payments p USING (id)
    WHERE NOT EXISTS (SELECT FROM entries e WHERE e.payment_id = p.id)
  ), posted AS (
    SELECT id, 'card' AS account, NULL::uuid AS line_id, amount_paid_minor AS minor, currency, created_at FROM paid
    UNION ALL
    SELECT p.id, 'seats', l.id, -l.amount_minor, p.currency, p.created_at
      FROM paid p JOIN payment_attempts a ON a.id = p.attempt_id JOIN order_lines l ON l.order_id = a.id AND l.run_id = a.run_id
      WHERE p.is_sale
  )
  INSERT INTO entries (payment_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT id, 1, account, line_id, minor, currency, created_at FROM posted
    UNION ALL
    SELECT id, 1, 'receivable', NULL, -sum(minor), min(currency), min(created_at) FROM posted GROUP BY id HAVING sum(minor) <> 0;
END $$;--> statement-breakpoint
-- Posts what refunds have changed by: a failed one has returned nothing.
CREATE FUNCTION post_refunds(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH changed AS (
    SELECT r.id, r.payment_id, p.currency, e.postings + 1 AS posting,
      CASE r.status WHEN 'failed' THEN 0 ELSE r.amount_minor END - e.minor AS minor,
      CASE e.postings WHEN 0 THEN r.created_at ELSE (extract(epoch FROM clock_timestamp()) * 1000)::bigint END AS created_at,
      (SELECT s.line_id FROM entries s WHERE s.payment_id = p.id AND s.refund_id IS NULL AND s.account = 'seats') AS line_id
    FROM unnest(ids) AS chosen (id) JOIN payment_refunds r USING (id) JOIN payments p ON p.id = r.payment_id,
      LATERAL (SELECT coalesce(max(o.posting), 0) AS postings, coalesce(-sum(o.amount_minor), 0)::bigint AS minor FROM entries o
        WHERE o.payment_id = r.payment_id AND o.refund_id = r.id AND o.account = 'card_refunds') e
  )
  INSERT INTO entries (payment_id, refund_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT payment_id, id, posting, 'card_refunds', NULL, -minor, currency, created_at FROM changed WHERE minor <> 0
    UNION ALL
    SELECT payment_id, id, posting, CASE WHEN line_id IS NULL THEN 'receivable' ELSE 'seats' END, line_id, minor, currency, created_at
      FROM changed WHERE minor <> 0;
END $$;--> statement-breakpoint
SELECT post_payments(array_agg(id)) FROM payments;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_once" UNIQUE NULLS NOT DISTINCT("payment_id","refund_id","posting","account","line_id");--> statement-breakpoint
SELECT post_refunds(array_agg(id)) FROM payment_refunds;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_refund_id_payment_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."payment_refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION post_inserted_payments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM post_payments((SELECT array_agg(id) FROM inserted));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER post_payments AFTER INSERT ON "payments" REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION post_inserted_payments();--> statement-breakpoint
CREATE FUNCTION post_changed_refund() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM post_refunds(ARRAY[NEW.id]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER post_refunds AFTER INSERT OR UPDATE OF status, amount_minor ON "payment_refunds" FOR EACH ROW
  EXECUTE FUNCTION post_changed_refund();--> statement-breakpoint
CREATE FUNCTION refuse_change_of_amount() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  RAISE EXCEPTION 'Payment % is in the ledger, and its amount never changes.', OLD.id;
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_change_of_amount BEFORE UPDATE OF amount_paid_minor, currency ON "payments" FOR EACH ROW
  WHEN (NEW.amount_paid_minor <> OLD.amount_paid_minor OR NEW.currency <> OLD.currency) EXECUTE FUNCTION refuse_change_of_amount();--> statement-breakpoint
CREATE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY payment_id, refund_id, posting HAVING sum(amount_minor) <> 0 OR min(currency) <> max(currency)) THEN
    RAISE EXCEPTION 'A posting of the ledger does not sum to 0.' USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_sum';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER check_postings AFTER INSERT ON "entries" REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION check_postings();--> statement-breakpoint
CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  -- Tests empty users, and with them all tables that refer to them.
  IF TG_OP = 'TRUNCATE' AND NOT EXISTS (SELECT FROM entries) THEN RETURN NULL; END IF;
  RAISE EXCEPTION 'An entry of the ledger stays as it is. Post the difference.' USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_append_only';
END $$;--> statement-breakpoint
CREATE TRIGGER refuse_change_of_ledger BEFORE UPDATE OR DELETE ON "entries" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();--> statement-breakpoint
CREATE TRIGGER refuse_truncation_of_ledger BEFORE TRUNCATE ON "entries" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
