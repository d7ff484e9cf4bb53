-- As in migration 0061, but locks the payment first: the sum then includes what a transaction that held it has committed.
CREATE OR REPLACE FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM payments WHERE id = NEW.payment_id FOR NO KEY UPDATE;
  UPDATE payments SET (refunded_minor, credited_minor) =
    (SELECT coalesce(sum(amount_minor) FILTER (WHERE method = 'card'), 0), coalesce(sum(amount_minor) FILTER (WHERE method = 'credit'), 0)
      FROM payment_refunds WHERE payment_id = NEW.payment_id AND status <> 'failed')
    WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;
