ALTER TABLE "payments" DROP CONSTRAINT "payments_transactionId_unique";--> statement-breakpoint
CREATE INDEX "payments_of_transaction" ON "payments" USING btree ("transaction_id");--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "order_id" uuid;--> statement-breakpoint
UPDATE "payment_attempts" SET "order_id" = "id";--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "order_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempts_of_order" ON "payment_attempts" USING btree ("order_id");--> statement-breakpoint
-- An attempt that is alone, as all of the release before, is the first one of its order.
CREATE FUNCTION add_order_id() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW.order_id = NEW.id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER add_order_id BEFORE INSERT ON "payment_attempts" FOR EACH ROW WHEN (NEW.order_id IS NULL) EXECUTE FUNCTION add_order_id();--> statement-breakpoint
CREATE OR REPLACE FUNCTION open_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.id = NEW.order_id THEN
    INSERT INTO orders (id, user_id, currency, created_at) VALUES (NEW.id, NEW.user_id, NEW.currency, NEW.created_at);
  END IF;
  INSERT INTO order_lines (order_id, kind, class_id, run_id, text, list_price_minor, amount_minor)
    VALUES (NEW.order_id, 'seat', NEW.class_id, NEW.run_id, NEW.class_name, NEW.list_price_minor, NEW.amount_minor);
  RETURN NULL;
END $$;--> statement-breakpoint
-- A release that refunds whole intents only must not refund a seat of an order with several.
CREATE OR REPLACE FUNCTION add_refund_amount() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM payments p JOIN payments o ON o.transaction_id = p.transaction_id AND o.id <> p.id WHERE p.id = NEW.payment_id) THEN
    RAISE EXCEPTION 'only a newer release refunds a seat of an order with several';
  END IF;
  SELECT amount_paid_minor - refunded_minor INTO NEW.amount_minor FROM payments WHERE id = NEW.payment_id;
  RETURN NEW;
END $$;--> statement-breakpoint
-- As in migration 0051, but for the order of the attempt.
CREATE OR REPLACE FUNCTION post_payments(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
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
      FROM paid p JOIN payment_attempts a ON a.id = p.attempt_id JOIN order_lines l ON l.order_id = a.order_id AND l.run_id = a.run_id
      WHERE p.is_sale
  )
  INSERT INTO entries (payment_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT id, 1, account, line_id, minor, currency, created_at FROM posted
    UNION ALL
    SELECT id, 1, 'receivable', NULL, -sum(minor), min(currency), min(created_at) FROM posted GROUP BY id HAVING sum(minor) <> 0;
END $$;
