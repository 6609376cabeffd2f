CREATE TABLE "request_keys" (
	"studio_id" bigint NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"made_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_keys_studio_id_key_pk" PRIMARY KEY("studio_id","key")
);
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "token_key_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "request_token_key_id" text;--> statement-breakpoint
ALTER TABLE "request_keys" ADD CONSTRAINT "request_keys_studio_id_studios_id_fk" FOREIGN KEY ("studio_id") REFERENCES "public"."studios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_keys_by_expiry" ON "request_keys" USING btree ("expires_at");