/** Contact data of a member; the names are those of the Open API. */
export const CONTACT_FIELDS = [
  'email',
  'phonePrivate',
  'phonePrivateMobile',
  'phoneBusiness',
  'phoneBusinessMobile',
] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Contact data; a field that was never given is missing. */
export type ContactData = Readonly<Partial<Record<ContactField, string>>>;

/** New values of some fields; an empty text removes one, which the e-mail address cannot be. */
export type ContactDataChanges = ContactData;

/**
 * The decision about changes of contact data that a member asks for: by nobody, because they cannot be asked for; by
 * staff; or by nobody else (fields, contact data, amendmentConfigurationStatus).
 */
export const AMENDMENT_MODES = [
  'READ',
  'CHANGES_REQUIRE_VERIFICATION',
  'CHANGES_WITHOUT_VERIFICATION',
] as const;
