/** Patterns of texts by the name of their type, each with the length that limits it. */
export type Texts = Readonly<Record<string, readonly [pattern: string, length: number]>>;

/** Writes the types of texts, dates and amounts that the schemas use. */
export const simpleTypes = (texts: Texts): string => `
  ${Object.entries(texts).map(textType).join('')}
  <xs:simpleType name="Date"><xs:restriction base="xs:date">
    <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}"/>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="Money"><xs:restriction base="xs:decimal">
    <xs:minInclusive value="0.01"/><xs:maxInclusive value="999999999.99"/><xs:fractionDigits value="2"/>
  </xs:restriction></xs:simpleType>
  <xs:complexType name="Amount"><xs:simpleContent><xs:extension base="Money">
    <xs:attribute name="Ccy" type="Currency" use="required"/>
  </xs:extension></xs:simpleContent></xs:complexType>`;

const textType = ([name, [pattern, length]]: readonly [string, Texts[string]]): string => `
  <xs:simpleType name="${name}"><xs:restriction base="xs:string">
    <xs:maxLength value="${length}"/><xs:pattern value="${pattern}"/>
  </xs:restriction></xs:simpleType>`;
