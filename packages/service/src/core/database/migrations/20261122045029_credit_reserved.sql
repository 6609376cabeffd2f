ALTER TABLE "sales" ADD COLUMN "credit_reserved" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "account_transactions_by_customer" ON "account_transactions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "claim_payments_by_claim" ON "claim_payments" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "debt_claims_by_customer" ON "debt_claims" USING btree ("customer_id","due_date");--> statement-breakpoint
CREATE INDEX "debt_claims_due" ON "debt_claims" USING btree ("due_date");--> statement-breakpoint
CREATE INDEX "usages_by_customer" ON "usages" USING btree ("customer_id","status");--> statement-breakpoint
CREATE INDEX "sales_by_customer" ON "sales" USING btree ("customer_id","status");