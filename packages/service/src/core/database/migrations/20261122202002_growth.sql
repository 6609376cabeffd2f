CREATE INDEX CONCURRENTLY "account_transactions_by_time" ON "account_transactions" USING btree ("booked_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "charges_by_instrument" ON "charges" USING btree ("instrument_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_by_time" ON "events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "job_tries_by_time" ON "job_tries" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_instruments_by_reference" ON "payment_instruments" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_instruments_to_detach" ON "payment_instruments" USING btree ("created_at") WHERE detach_status = 'DUE';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payment_instruments_discarded" ON "payment_instruments" USING btree ("id") WHERE status = 'DISCARDED';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_by_reference" ON "payments" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_by_instrument" ON "payments" USING btree ("instrument_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "usages_by_sale" ON "usages" USING btree ("sale_id") WHERE sale_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "check_ins_by_time" ON "check_ins" USING btree ("checked_in_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "check_ins_open" ON "check_ins" USING btree ("studio_id","checked_in_at") WHERE checked_out_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_pending" ON "webhook_deliveries" USING btree ("subscription_id","entity_id","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_deliveries_by_time" ON "webhook_deliveries" USING btree ("status","occurred_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_records_by_time" ON "audit_records" USING btree ("created_at");