CREATE TABLE "job_tries" (
	"lane" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"tries" integer NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "job_tries_lane_subject_id_pk" PRIMARY KEY("lane","subject_id")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "identity_encrypted" text;--> statement-breakpoint
CREATE INDEX "events_by_studio" ON "events" USING btree ("studio_id","kind","id");--> statement-breakpoint
CREATE INDEX "payment_sessions_by_person" ON "payment_sessions" USING btree ("payment_customer_id");--> statement-breakpoint
CREATE INDEX "payments_by_update" ON "payments" USING btree ("updated_at");