ALTER TABLE "customers" ADD COLUMN "payment_method" text DEFAULT 'CASH' NOT NULL;--> statement-breakpoint
UPDATE "customers" SET "payment_method" = i."payment_method"
FROM "payment_instruments" i WHERE i."id" = "customers"."payment_instrument_id";--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "accepted" jsonb;--> statement-breakpoint
-- The text of an earlier mandate holds the heading first and its paragraphs behind the line of the payment type.
UPDATE "mandates" m SET "accepted" = jsonb_build_object(
  'creditor', s."creditor",
  'offer', jsonb_build_object(
    'scheme', m."scheme", 'reference', m."reference", 'version', m."version", 'language', m."language",
    'paymentType', m."payment_type",
    'heading', split_part(m."accepted_text", E'\n', 1),
    'text', to_jsonb((string_to_array(m."accepted_text", E'\n'))[
      array_position(string_to_array(m."accepted_text", E'\n'), m."payment_type") + 1 :])
  ))
FROM "payments" p JOIN "payment_sessions" e ON e."id" = p."session_id" JOIN "studios" s ON s."id" = e."studio_id"
WHERE p."id" = m."payment_id";--> statement-breakpoint
ALTER TABLE "mandates" ALTER COLUMN "accepted" SET NOT NULL;
