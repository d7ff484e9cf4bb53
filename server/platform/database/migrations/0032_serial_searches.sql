-- A search reads for a few milliseconds. PostgreSQL took 30 ms more to start a second process for it.
ALTER TABLE classes SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE class_search SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE runs SET (parallel_workers = 0);--> statement-breakpoint
ALTER TABLE run_times SET (parallel_workers = 0);
