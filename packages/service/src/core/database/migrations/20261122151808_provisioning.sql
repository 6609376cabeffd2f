ALTER TABLE "audit_records" ALTER COLUMN "studio_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_subscriptions" ADD COLUMN "signing_key_encrypted" text;