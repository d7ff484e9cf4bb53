CREATE TABLE "voucher_uses" (
	"attempt_id" uuid NOT NULL,
	"voucher_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	CONSTRAINT "voucher_uses_attempt_id_voucher_id_pk" PRIMARY KEY("attempt_id","voucher_id"),
	CONSTRAINT "voucher_uses_amount" CHECK ("voucher_uses"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "vouchers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"last_four" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"user_id" uuid,
	"order_id" uuid,
	"created_by" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"deliver_to" text,
	"deliver_day" text,
	"delivered_at" bigint,
	"last_day" text NOT NULL,
	"intent_id" text,
	"held_until" bigint,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"voided_at" bigint,
	"voided_by" uuid,
	"void_reason" text,
	"refund_status" text,
	"refund_problem" text,
	"refund_round" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "vouchers_codeHash_unique" UNIQUE("code_hash"),
	CONSTRAINT "vouchers_intentId_unique" UNIQUE("intent_id"),
	CONSTRAINT "vouchers_amount" CHECK ("vouchers"."amount_minor" > 0),
	CONSTRAINT "vouchers_source" CHECK (("vouchers"."user_id" is null) <> ("vouchers"."created_by" is null))
);
--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_once";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_cause";--> statement-breakpoint
ALTER TABLE "entries" DROP CONSTRAINT "entries_account";--> statement-breakpoint
ALTER TABLE "order_lines" ALTER COLUMN "class_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ALTER COLUMN "run_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credits" ADD COLUMN "voucher_id" uuid;--> statement-breakpoint
ALTER TABLE "entries" ADD COLUMN "voucher_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "voucher_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "voucher_uses" ADD CONSTRAINT "voucher_uses_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voucher_uses" ADD CONSTRAINT "voucher_uses_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vouchers" ADD CONSTRAINT "vouchers_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voucher_uses_of_voucher" ON "voucher_uses" USING btree ("voucher_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_one_open" ON "vouchers" USING btree ("user_id") WHERE "vouchers"."status" = 'open';--> statement-breakpoint
CREATE INDEX "vouchers_of_user" ON "vouchers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "vouchers_of_order" ON "vouchers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "vouchers_last_four" ON "vouchers" USING btree ("last_four");--> statement-breakpoint
CREATE INDEX "vouchers_newest" ON "vouchers" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "vouchers_undelivered" ON "vouchers" USING btree ("created_at") WHERE "vouchers"."status" = 'issued' and "vouchers"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "vouchers_created_by" ON "vouchers" USING btree ("created_by") WHERE "vouchers"."created_by" is not null;--> statement-breakpoint
CREATE INDEX "vouchers_voided_by" ON "vouchers" USING btree ("voided_by") WHERE "vouchers"."voided_by" is not null;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_voucher_id_vouchers_id_fk" FOREIGN KEY ("voucher_id") REFERENCES "public"."vouchers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credits_of_voucher" ON "credits" USING btree ("voucher_id") WHERE "credits"."voucher_id" is not null;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_once" UNIQUE NULLS NOT DISTINCT("payment_id","refund_id","posting","account","line_id","credit_id","voucher_id");--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_voucher" CHECK (("credits"."kind" = 'voucher') = ("credits"."voucher_id" is not null));--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_cause" CHECK (num_nonnulls("entries"."payment_id", "entries"."credit_id", "entries"."voucher_id") = 1);--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account" CHECK ("entries"."account" in ('card', 'card_refunds', 'credit', 'credit_given', 'receivable', 'seats', 'vouchers', 'vouchers_given'));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_voucher" CHECK ("payment_attempts"."voucher_minor" between 0 and "payment_attempts"."credit_minor");--> statement-breakpoint
CREATE TRIGGER refuse_change_of_amount BEFORE UPDATE OF amount_minor, currency ON "vouchers" FOR EACH ROW
  WHEN (NEW.amount_minor <> OLD.amount_minor OR NEW.currency <> OLD.currency) EXECUTE FUNCTION refuse_change_of_amount();--> statement-breakpoint
-- Posts a voucher that is sold, made or ended, and what becomes of its refund.
CREATE FUNCTION post_voucher() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  debit text;
  credit text;
BEGIN
  IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
    IF NEW.status = 'issued' THEN
      debit := CASE WHEN NEW.order_id IS NULL THEN 'vouchers_given' ELSE 'card' END;
      credit := 'vouchers';
    ELSIF NEW.status = 'voided' THEN
      debit := 'vouchers';
      credit := CASE WHEN NEW.refund_status IS NULL THEN 'vouchers_given' ELSE 'card_refunds' END;
    END IF;
  ELSIF NEW.refund_status = 'failed' AND OLD.refund_status <> 'failed' THEN
    debit := 'card_refunds';
    credit := 'receivable';
  ELSIF NEW.refund_status <> 'failed' AND OLD.refund_status = 'failed' THEN
    debit := 'receivable';
    credit := 'card_refunds';
  END IF;
  IF debit IS NOT NULL THEN
    INSERT INTO entries (voucher_id, posting, account, amount_minor, currency, created_at)
      SELECT NEW.id, p.posting, e.account, e.minor, NEW.currency,
        CASE WHEN TG_OP = 'INSERT' THEN NEW.created_at ELSE (extract(epoch FROM clock_timestamp()) * 1000)::bigint END
      FROM (SELECT coalesce(max(posting), 0) + 1 AS posting FROM entries WHERE voucher_id = NEW.id) p,
        (VALUES (debit, NEW.amount_minor), (credit, -NEW.amount_minor)) AS e (account, minor);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER post_voucher AFTER INSERT OR UPDATE OF status, refund_status ON "vouchers" FOR EACH ROW EXECUTE FUNCTION post_voucher();--> statement-breakpoint
-- As in migration 0061, but a voucher that is spent becomes credit.
CREATE OR REPLACE FUNCTION post_credit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO entries (credit_id, posting, account, amount_minor, currency, created_at)
    VALUES (NEW.id, 1, 'credit', -NEW.amount_minor, NEW.currency, NEW.created_at),
      (NEW.id, 1, CASE NEW.kind WHEN 'voucher' THEN 'vouchers' ELSE 'credit_given' END, NEW.amount_minor, NEW.currency, NEW.created_at);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM inserted GROUP BY payment_id, credit_id, voucher_id, refund_id, posting
    HAVING sum(amount_minor) <> 0 OR min(currency) <> max(currency)) THEN
    RAISE EXCEPTION 'A posting of the ledger does not sum to 0.' USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_sum';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Spends the vouchers that a checkout has reserved, whichever release records its payment.
CREATE OR REPLACE FUNCTION post_inserted_payments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (SELECT FROM inserted WHERE credit_minor > 0) THEN
    INSERT INTO credits (user_id, kind, voucher_id, amount_minor, currency, reason, created_at)
      SELECT p.user_id, 'voucher', u.voucher_id, u.amount_minor, p.currency, v.last_four, p.created_at
      FROM inserted p JOIN voucher_uses u ON u.attempt_id = p.attempt_id JOIN vouchers v ON v.id = u.voucher_id WHERE p.credit_minor > 0;
  END IF;
  PERFORM post_payments((SELECT array_agg(id) FROM inserted));
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER FUNCTION post_inserted_payments() SET plan_cache_mode = 'force_generic_plan';
