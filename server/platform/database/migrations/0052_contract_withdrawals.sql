CREATE TABLE "contract_withdrawals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_number" bigint NOT NULL,
	"order_id" uuid,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" bigint NOT NULL,
	"done_at" bigint
);
--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "school" ADD COLUMN "withdrawal_function" boolean;--> statement-breakpoint
ALTER TABLE "contract_withdrawals" ADD CONSTRAINT "contract_withdrawals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contract_withdrawals_newest" ON "contract_withdrawals" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "contract_withdrawals_of_order" ON "contract_withdrawals" USING btree ("order_id");