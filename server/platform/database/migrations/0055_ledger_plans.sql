-- Planning takes longer than posting one row. The migration and imports, which post many, plan for them.
ALTER FUNCTION post_inserted_payments() SET plan_cache_mode = 'force_generic_plan';--> statement-breakpoint
ALTER FUNCTION post_changed_refund() SET plan_cache_mode = 'force_generic_plan';
