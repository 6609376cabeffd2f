import { simpleTypes } from './simple-types.js';

/** Namespace of the Swiss variant of pain.008.001.02 (SIX, third version). */
export const SWISS_NAMESPACE = 'http://www.six-interbank-clearing.com/de/pain.008.001.02.ch.03.xsd';

/** Characters of names, addresses and texts in Swiss payments, as a set in a pattern of an XML schema. */
const CHARACTERS =
  String.raw`[A-Za-z0-9.,;:'+\-/()?*\[\]{}\\` +
  '`´~ !&quot;#%&amp;&lt;&gt;÷=@_$£àáâäçèéêëìíîïñòóôöùúûüýßÀÁÂÄÇÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜÑ]';
/** Characters of identifiers, which all clearing systems carry. */
const NARROW = String.raw`[A-Za-z0-9+?/\-:().,' ]`;

const TEXTS = {
  Text16: [`${CHARACTERS}+`, 16],
  Text35: [`${CHARACTERS}+`, 35],
  Text70: [`${CHARACTERS}+`, 70],
  Text140: [`${CHARACTERS}+`, 140],
  Identifier: [`${NARROW}+`, 35],
  Count: ['[0-9]+', 15],
  Sum: [String.raw`[0-9]+(\.[0-9]{1,2})?`, 18],
  Currency: ['[A-Z]{3}', 3],
  Iban: ['[A-Z]{2}[0-9]{2}[A-Za-z0-9]+', 34],
  Country: ['[A-Z]{2}', 2],
  DirectDebit: ['DD', 2],
} as const;

/** An element that contains only one other, which has a simple type. */
const wrapped = (name: string, inner: string, type: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>
    <xs:element name="${inner}" type="${type}"/>
  </xs:sequence></xs:complexType></xs:element>`;

/** The part of pain.008.001.02.ch.03 that CH-DD and LSV+ use: elements in their order, their lengths and characters. */
export const SWISS_SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns="${SWISS_NAMESPACE}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="${SWISS_NAMESPACE}" elementFormDefault="qualified">
  ${simpleTypes(TEXTS)}
  <xs:complexType name="Address"><xs:sequence>
    <xs:element name="StrtNm" type="Text70" minOccurs="0"/>
    <xs:element name="PstCd" type="Text16" minOccurs="0"/>
    <xs:element name="TwnNm" type="Text35" minOccurs="0"/>
    <xs:element name="Ctry" type="Country" minOccurs="0"/>
    <xs:element name="AdrLine" type="Text70" minOccurs="0" maxOccurs="2"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Party"><xs:sequence>
    <xs:element name="Nm" type="Text70"/>
    <xs:element name="PstlAdr" type="Address" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Account"><xs:sequence>
    ${wrapped('Id', 'IBAN', 'Iban')}
  </xs:sequence></xs:complexType>
  <xs:complexType name="CreditorAgent"><xs:sequence>
    <xs:element name="FinInstnId"><xs:complexType><xs:sequence>
      ${wrapped('ClrSysMmbId', 'MmbId', 'Text35')}
      <xs:element name="Othr" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="Id" type="Text35"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="DebtorAgent"><xs:sequence>
    <xs:element name="FinInstnId"><xs:complexType><xs:sequence>
      ${wrapped('ClrSysMmbId', 'MmbId', 'Text35')}
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Debit"><xs:sequence>
    <xs:element name="PmtId"><xs:complexType><xs:sequence>
      <xs:element name="InstrId" type="Identifier"/>
      <xs:element name="EndToEndId" type="Identifier"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="InstdAmt" type="Amount"/>
    <xs:element name="DbtrAgt" type="DebtorAgent"/>
    <xs:element name="Dbtr" type="Party"/>
    <xs:element name="DbtrAcct" type="Account"/>
    <xs:element name="UltmtDbtr" type="Party" minOccurs="0"/>
    <xs:element name="RmtInf" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="Ustrd" type="Text140" minOccurs="0"/>
      <xs:element name="Strd" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:element name="CdtrRefInf"><xs:complexType><xs:sequence>
          <xs:element name="Tp"><xs:complexType><xs:sequence>
            ${wrapped('CdOrPrtry', 'Prtry', 'Text35')}
          </xs:sequence></xs:complexType></xs:element>
          <xs:element name="Ref" type="Text35"/>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Batch"><xs:sequence>
    <xs:element name="PmtInfId" type="Identifier"/>
    <xs:element name="PmtMtd" type="DirectDebit"/>
    <xs:element name="PmtTpInf"><xs:complexType><xs:sequence>
      ${wrapped('SvcLvl', 'Prtry', 'Text35')}
      ${wrapped('LclInstrm', 'Prtry', 'Text35')}
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="ReqdColltnDt" type="Date"/>
    <xs:element name="Cdtr" type="Party"/>
    <xs:element name="CdtrAcct" type="Account"/>
    <xs:element name="CdtrAgt" type="CreditorAgent"/>
    <xs:element name="CdtrSchmeId"><xs:complexType><xs:sequence>
      <xs:element name="Id"><xs:complexType><xs:sequence>
        <xs:element name="PrvtId"><xs:complexType><xs:sequence>
          <xs:element name="Othr"><xs:complexType><xs:sequence>
            <xs:element name="Id" type="Text35"/>
            ${wrapped('SchmeNm', 'Prtry', 'Text35')}
          </xs:sequence></xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="DrctDbtTxInf" type="Debit" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>
  <xs:element name="Document"><xs:complexType><xs:sequence>
    <xs:element name="CstmrDrctDbtInitn"><xs:complexType><xs:sequence>
      <xs:element name="GrpHdr"><xs:complexType><xs:sequence>
        <xs:element name="MsgId" type="Identifier"/>
        <xs:element name="CreDtTm" type="xs:dateTime"/>
        <xs:element name="NbOfTxs" type="Count"/>
        <xs:element name="CtrlSum" type="Sum" minOccurs="0"/>
        <xs:element name="InitgPty"><xs:complexType><xs:sequence>
          <xs:element name="Nm" type="Text70" minOccurs="0"/>
          <xs:element name="Id"><xs:complexType><xs:sequence>
            <xs:element name="OrgId"><xs:complexType><xs:sequence>
              ${wrapped('Othr', 'Id', 'Text35')}
            </xs:sequence></xs:complexType></xs:element>
          </xs:sequence></xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="PmtInf" type="Batch" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;
