CREATE INDEX "events_by_kind" ON "events" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "events_outside_sessions" ON "events" USING btree ("id") WHERE session_id is null;--> statement-breakpoint
CREATE INDEX "payment_sessions_by_time" ON "payment_sessions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_sessions_by_studio" ON "payment_sessions" USING btree ("studio_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_method" ON "payments" USING btree ("payment_method","status","created_at");--> statement-breakpoint
CREATE INDEX "payments_by_status" ON "payments" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "usages_by_payment" ON "usages" USING btree ("payment_id");