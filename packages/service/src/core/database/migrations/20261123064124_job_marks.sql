CREATE TABLE "job_marks" (
	"name" text PRIMARY KEY NOT NULL,
	"looked_until" timestamp (3) with time zone NOT NULL
);
