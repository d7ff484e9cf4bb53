ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_paymentId_unique";--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "amount_minor" bigint;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD COLUMN "provider_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Every refund of the releases before is of the whole payment.
UPDATE "payment_refunds" r SET "amount_minor" = p."amount_paid_minor" FROM "payments" p WHERE p."id" = r."payment_id";--> statement-breakpoint
UPDATE "payments" p SET "refunded_minor" = r."amount_minor" FROM "payment_refunds" r WHERE r."payment_id" = p."id" AND r."status" <> 'failed';--> statement-breakpoint
ALTER TABLE "payment_refunds" ALTER COLUMN "amount_minor" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_refunds_of_payment" ON "payment_refunds" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_minor" between 0 and "payments"."amount_paid_minor");--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_amount" CHECK ("payment_refunds"."amount_minor" > 0);--> statement-breakpoint
-- The release before refunds what is left.
CREATE FUNCTION add_refund_amount() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  SELECT amount_paid_minor - refunded_minor INTO NEW.amount_minor FROM payments WHERE id = NEW.payment_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER add_refund_amount BEFORE INSERT ON "payment_refunds" FOR EACH ROW WHEN (NEW.amount_minor IS NULL)
  EXECUTE FUNCTION add_refund_amount();--> statement-breakpoint
CREATE FUNCTION sum_refunds() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE payments SET refunded_minor =
    (SELECT coalesce(sum(amount_minor), 0) FROM payment_refunds WHERE payment_id = NEW.payment_id AND status <> 'failed')
    WHERE id = NEW.payment_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sum_refunds AFTER INSERT OR UPDATE OF status, amount_minor ON "payment_refunds" FOR EACH ROW EXECUTE FUNCTION sum_refunds();
