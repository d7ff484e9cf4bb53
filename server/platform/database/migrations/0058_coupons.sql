CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"kind" text NOT NULL,
	"value" bigint NOT NULL,
	"max_uses" integer,
	"per_person" integer,
	"class_ids" uuid[],
	"first_day" text,
	"last_day" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" bigint NOT NULL,
	"deleted_at" bigint,
	CONSTRAINT "coupons_value" CHECK ("coupons"."value" > 0 and ("coupons"."kind" = 'amount' or "coupons"."value" <= 10000))
);
--> statement-breakpoint
CREATE TABLE "redemptions" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"code_key" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "discount_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "redemptions" ADD CONSTRAINT "redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code_key") WHERE "coupons"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "redemptions_of_coupon" ON "redemptions" USING btree ("coupon_id","user_id");--> statement-breakpoint
CREATE INDEX "redemptions_of_user" ON "redemptions" USING btree ("user_id");--> statement-breakpoint
CREATE TRIGGER increment_version BEFORE UPDATE ON "coupons" FOR EACH ROW EXECUTE FUNCTION increment_version();--> statement-breakpoint
-- As in migration 0054, but the line of a seat has its list price; its discounts have lines of their own.
CREATE OR REPLACE FUNCTION open_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW.id = NEW.order_id THEN
    INSERT INTO orders (id, user_id, currency, created_at) VALUES (NEW.id, NEW.user_id, NEW.currency, NEW.created_at);
  END IF;
  INSERT INTO order_lines (order_id, kind, class_id, run_id, text, list_price_minor, amount_minor)
    VALUES (NEW.order_id, 'seat', NEW.class_id, NEW.run_id, NEW.class_name, NEW.list_price_minor, NEW.amount_minor + NEW.discount_minor);
  RETURN NULL;
END $$;--> statement-breakpoint
-- As in migration 0051, but a sale has several lines, and its refunds are posted to that of the seat, the smallest amount.
CREATE OR REPLACE FUNCTION post_refunds(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH changed AS (
    SELECT r.id, r.payment_id, p.currency, e.postings + 1 AS posting,
      CASE r.status WHEN 'failed' THEN 0 ELSE r.amount_minor END - e.minor AS minor,
      CASE e.postings WHEN 0 THEN r.created_at ELSE (extract(epoch FROM clock_timestamp()) * 1000)::bigint END AS created_at,
      (SELECT s.line_id FROM entries s WHERE s.payment_id = p.id AND s.refund_id IS NULL AND s.account = 'seats'
        ORDER BY s.amount_minor LIMIT 1) AS line_id
    FROM unnest(ids) AS chosen (id) JOIN payment_refunds r USING (id) JOIN payments p ON p.id = r.payment_id,
      LATERAL (SELECT coalesce(max(o.posting), 0) AS postings, coalesce(-sum(o.amount_minor), 0)::bigint AS minor FROM entries o
        WHERE o.payment_id = r.payment_id AND o.refund_id = r.id AND o.account = 'card_refunds') e
  )
  INSERT INTO entries (payment_id, refund_id, posting, account, line_id, amount_minor, currency, created_at)
    SELECT payment_id, id, posting, 'card_refunds', NULL, -minor, currency, created_at FROM changed WHERE minor <> 0
    UNION ALL
    SELECT payment_id, id, posting, CASE WHEN line_id IS NULL THEN 'receivable' ELSE 'seats' END, line_id, minor, currency, created_at
      FROM changed WHERE minor <> 0;
END $$;
