ALTER TABLE "debt_claims" ADD COLUMN "contract_key" text;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "final_end_date" date;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "cancelation" jsonb;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "next_change" date;--> statement-breakpoint
CREATE UNIQUE INDEX "debt_claims_by_contract" ON "debt_claims" USING btree ("contract_id","contract_key");--> statement-breakpoint
CREATE INDEX "contracts_by_next_change" ON "contracts" USING btree ("next_change");--> statement-breakpoint
UPDATE "debt_claims" SET "contract_key" = 'initial/' || "numbered"."place"
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "contract_id" ORDER BY "due_date", "id") - 1 AS "place"
  FROM "debt_claims" WHERE "contract_id" IS NOT NULL
) AS "numbered"
WHERE "numbered"."id" = "debt_claims"."id";--> statement-breakpoint
UPDATE "contracts" SET
  "next_change" = "start_date",
  "details" = "details" || jsonb_build_object(
    'signedEndDate', "end_date",
    'ongoingFees', null,
    'schedule', coalesce((
      SELECT jsonb_agg(jsonb_build_object(
        'dueDate', "due_date", 'description', "description", 'type', 'CONTRACT_FEE', 'amount', "amount"
      ) ORDER BY "due_date", "id")
      FROM "debt_claims" WHERE "debt_claims"."contract_id" = "contracts"."id"
    ), '[]'::jsonb)
  );--> statement-breakpoint
UPDATE "contracts" SET "final_end_date" = "end_date", "next_change" = null
WHERE "id" IN (
  SELECT ("details"->>'switchedFromContractId')::bigint FROM "contracts"
  WHERE "details" ? 'switchedFromContractId'
);
