CREATE TABLE "recent_networks" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "collection_partner_id" bigint;--> statement-breakpoint
-- Any key that an integration ever had says so: revoked keys stay in the table.
UPDATE "integrations" SET "collection_partner_id" = "collection_partner_keys"."partner_id"
FROM "api_keys" JOIN "collection_partner_keys" ON "collection_partner_keys"."key_hash" = "api_keys"."key_hash"
WHERE "api_keys"."integration_id" = "integrations"."id";--> statement-breakpoint
DROP TABLE "collection_partner_keys" CASCADE;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD COLUMN "moved_customer_id" bigint;--> statement-breakpoint
ALTER TABLE "usages" ADD COLUMN "request_hash" text;--> statement-breakpoint
ALTER TABLE "trial_session_bookings" ADD COLUMN "confirm_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "trial_session_bookings" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contracts" ADD COLUMN "credit_transaction_id" bigint;--> statement-breakpoint
CREATE INDEX "recent_networks_by_network" ON "recent_networks" USING btree ("network","created_at");--> statement-breakpoint
CREATE INDEX "recent_networks_by_time" ON "recent_networks" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_collection_partner_id_collection_partners_id_fk" FOREIGN KEY ("collection_partner_id") REFERENCES "public"."collection_partners"("id") ON DELETE no action ON UPDATE no action NOT VALID;