DROP INDEX "debt_claims_due";--> statement-breakpoint
ALTER TABLE "debt_claims" ADD COLUMN "is_settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "debt_claims_open" ON "debt_claims" USING btree ("due_date") WHERE not is_settled;--> statement-breakpoint
CREATE INDEX "usages_declined" ON "usages" USING btree ("finished_at") WHERE status = 'DECLINED';--> statement-breakpoint
UPDATE "debt_claims" SET "is_settled" = true WHERE "amount" <= (SELECT coalesce(sum("claim_payments"."amount"), 0) FROM "claim_payments" WHERE "claim_payments"."claim_id" = "debt_claims"."id");
