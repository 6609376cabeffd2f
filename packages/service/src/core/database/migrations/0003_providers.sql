CREATE TABLE "provider_customers" (
	"payment_customer_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_customers_payment_customer_id_provider_pk" PRIMARY KEY("payment_customer_id","provider")
);
--> statement-breakpoint
ALTER TABLE "payment_instruments" ADD COLUMN "provider" text DEFAULT 'SIMULATOR' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_instruments" ALTER COLUMN "provider" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider" text;--> statement-breakpoint
UPDATE "payments" SET "provider" = 'SIMULATOR' WHERE "hold" <> 'NOTHING';--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "acceptance" jsonb;--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_payment_customer_id_payment_customers_id_fk" FOREIGN KEY ("payment_customer_id") REFERENCES "public"."payment_customers"("id") ON DELETE no action ON UPDATE no action;