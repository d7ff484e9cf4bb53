DROP INDEX "enrolments_once";--> statement-breakpoint
DROP INDEX "payment_attempts_one_open";--> statement-breakpoint
ALTER TABLE "cart_items" ADD COLUMN "seats" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "seat" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "seat" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "seat" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "enrolments_active" ON "enrolments" USING btree ("user_id","run_id","seat") WHERE "enrolments"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_open" ON "payment_attempts" USING btree ("class_id","user_id","seat") WHERE "payment_attempts"."status" = 'open';--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_seats" CHECK ("cart_items"."seats" between 1 and 10);--> statement-breakpoint
-- As in migration 0058, but a line names its seat.
CREATE OR REPLACE FUNCTION open_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.id = NEW.order_id THEN
    INSERT INTO orders (id, user_id, currency, created_at) VALUES (NEW.id, NEW.user_id, NEW.currency, NEW.created_at);
  END IF;
  INSERT INTO order_lines (order_id, kind, class_id, run_id, seat, text, list_price_minor, amount_minor)
    VALUES (NEW.order_id, 'seat', NEW.class_id, NEW.run_id, NEW.seat, NEW.class_name, NEW.list_price_minor, NEW.amount_minor + NEW.discount_minor);
  RETURN NULL;
END $$;--> statement-breakpoint
-- As in migration 0061, but an order may have several seats of a run.
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
      FROM paid p JOIN payment_attempts a ON a.id = p.attempt_id JOIN order_lines l ON l.order_id = a.order_id AND l.run_id = a.run_id AND l.seat = a.seat
      WHERE p.is_sale
  )
  INSERT INTO entries (payment_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT id, 1, account, line_id, minor, currency, created_at FROM posted
    UNION ALL
    SELECT id, 1, 'receivable', NULL, -sum(minor), min(currency), min(created_at) FROM posted GROUP BY id HAVING sum(minor) <> 0;
END $$;
