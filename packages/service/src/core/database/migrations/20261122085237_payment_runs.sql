CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" bigint NOT NULL,
	"instrument_id" uuid NOT NULL,
	"claims" jsonb NOT NULL,
	"amount" bigint NOT NULL,
	"currency" varchar(3) NOT NULL,
	"statement_text" text NOT NULL,
	"status" text NOT NULL,
	"provider_reference" text,
	"failure_code" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"trace_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_transactions" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "account_transactions" ADD COLUMN "reverses_id" bigint;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_instrument_id_payment_instruments_id_fk" FOREIGN KEY ("instrument_id") REFERENCES "public"."payment_instruments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charges_by_customer" ON "charges" USING btree ("customer_id","status");--> statement-breakpoint
CREATE INDEX "charges_by_status" ON "charges" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "charges_by_reference" ON "charges" USING btree ("provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "charges_one_under_way" ON "charges" USING btree ("customer_id") WHERE status = 'RESERVED';--> statement-breakpoint
ALTER TABLE "account_transactions" ADD CONSTRAINT "account_transactions_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_transactions" ADD CONSTRAINT "account_transactions_reverses_id_account_transactions_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."account_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "usages_by_reference" ON "usages" USING btree ("provider_reference");--> statement-breakpoint
ALTER TABLE "account_transactions" ADD CONSTRAINT "account_transactions_charge_id_unique" UNIQUE("charge_id");--> statement-breakpoint
ALTER TABLE "account_transactions" ADD CONSTRAINT "account_transactions_reverses_id_unique" UNIQUE("reverses_id");