ALTER TABLE "request_keys" DROP CONSTRAINT "request_keys_studio_id_studios_id_fk";
