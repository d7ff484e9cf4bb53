CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"class_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"text" text NOT NULL,
	"list_price_minor" bigint NOT NULL,
	"amount_minor" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1),
	"user_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "orders_number_unique" UNIQUE("number")
);
--> statement-breakpoint
-- Every attempt has an order of its id, with a line for its seat.
CREATE FUNCTION open_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO orders (id, user_id, currency, created_at) VALUES (NEW.id, NEW.user_id, NEW.currency, NEW.created_at);
  INSERT INTO order_lines (order_id, kind, class_id, run_id, text, list_price_minor, amount_minor)
    VALUES (NEW.id, 'seat', NEW.class_id, NEW.run_id, NEW.class_name, NEW.list_price_minor, NEW.amount_minor);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER open_order AFTER INSERT ON "payment_attempts" FOR EACH ROW EXECUTE FUNCTION open_order();
--> statement-breakpoint
INSERT INTO "orders" ("id", "user_id", "currency", "created_at")
  SELECT "id", "user_id", "currency", "created_at" FROM "payment_attempts" ORDER BY "created_at", "id";
--> statement-breakpoint
INSERT INTO "order_lines" ("order_id", "kind", "class_id", "run_id", "text", "list_price_minor", "amount_minor")
  SELECT "id", 'seat', "class_id", "run_id", "class_name", "list_price_minor", "amount_minor" FROM "payment_attempts";
--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_lines_of_order" ON "order_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id");