-- Addresses of visitors, which nothing deletes any more: our own limiter counts, under hashes. A later release drops the table.
DELETE FROM "identity"."rate_limit";
