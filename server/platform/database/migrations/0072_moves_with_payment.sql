ALTER TABLE "payment_attempts" ADD COLUMN "seat_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "former_price_minor" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "seat_payment_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_seat_payment_id_payments_id_fk" FOREIGN KEY ("seat_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_seat_payment_id_payments_id_fk" FOREIGN KEY ("seat_payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_attempts_of_moves" ON "payment_attempts" USING btree ("seat_payment_id") WHERE "payment_attempts"."seat_payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_of_moves" ON "payments" USING btree ("seat_payment_id") WHERE "payments"."seat_payment_id" is not null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_move" CHECK (("payment_attempts"."seat_payment_id" is null) = ("payment_attempts"."former_price_minor" is null));--> statement-breakpoint
-- As in migration 0065, but the server adds the lines of a move.
CREATE OR REPLACE FUNCTION open_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.id = NEW.order_id THEN
    INSERT INTO orders (id, user_id, currency, created_at) VALUES (NEW.id, NEW.user_id, NEW.currency, NEW.created_at);
  END IF;
  IF NEW.seat_payment_id IS NULL THEN
    INSERT INTO order_lines (order_id, kind, class_id, run_id, seat, text, list_price_minor, amount_minor)
      VALUES (NEW.order_id, 'seat', NEW.class_id, NEW.run_id, NEW.seat, NEW.class_name, NEW.list_price_minor, NEW.amount_minor + NEW.discount_minor);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- As in migration 0065, but the money of a move that was no longer possible is returned too.
CREATE OR REPLACE FUNCTION post_payments(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH paid AS (
    SELECT p.id, p.attempt_id, p.amount_paid_minor, p.credit_minor, p.currency, p.created_at, CASE
        WHEN EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id AND r.reason IN
          ('seat_gone', 'class_gone', 'user_gone', 'enrolled_already', 'amount_differs', 'move_gone')) THEN false
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
