ALTER TABLE "payment_instruments" ADD COLUMN "detach_status" text;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "saving_preset" boolean DEFAULT true NOT NULL;