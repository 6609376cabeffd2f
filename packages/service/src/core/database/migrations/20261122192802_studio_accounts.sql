ALTER TABLE "studios" ADD COLUMN "stripe_account" text;--> statement-breakpoint
ALTER TABLE "studios" ADD COLUMN "transfer_account" jsonb;