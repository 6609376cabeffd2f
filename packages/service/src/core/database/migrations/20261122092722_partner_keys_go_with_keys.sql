ALTER TABLE "collection_partner_keys" DROP CONSTRAINT "collection_partner_keys_key_hash_api_keys_key_hash_fk";
--> statement-breakpoint
ALTER TABLE "collection_partner_keys" ADD CONSTRAINT "collection_partner_keys_key_hash_api_keys_key_hash_fk" FOREIGN KEY ("key_hash") REFERENCES "public"."api_keys"("key_hash") ON DELETE cascade ON UPDATE no action;