DROP INDEX CONCURRENTLY "payment_instruments_discarded";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "charges_done" ON "charges" USING btree ("finished_at") WHERE status = 'DONE';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_studio" ON "customers" USING btree ("studio_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_instrument" ON "customers" USING btree ("payment_instrument_id") WHERE payment_instrument_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_by_email" ON "customers" USING btree ("studio_id",lower(profile ->> 'email'));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "job_tries_due" ON "job_tries" USING btree ("lane","next_try_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mandates_by_time" ON "mandates" USING btree ("accepted_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_failed_accounts" ON "payments" USING btree ("updated_at") WHERE status in ('FAILED', 'CANCELLED') and (instrument_details is not null or acceptance is not null);--> statement-breakpoint
CREATE INDEX CONCURRENTLY "usages_done" ON "usages" USING btree ("finished_at") WHERE status = 'DONE';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contracts_by_end" ON "contracts" USING btree ("end_date");