import { simpleTypes } from './simple-types.js';

/** Namespace of the only version of pain.008 that the SEPA bank takes. */
export const SEPA_NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08';

/** Characters that every bank of SEPA processes (EPC217-08), without the slash. */
const CHARACTERS = String.raw`[A-Za-z0-9\-?:().,'+ ]`;

/** Patterns of the texts, each with the length that limits it. */
const TEXTS = {
  Text16: [`(/|${CHARACTERS})+`, 16],
  Text35: [`(/|${CHARACTERS})+`, 35],
  Text70: [`(/|${CHARACTERS})+`, 70],
  Text140: [`(/|${CHARACTERS})+`, 140],
  // An identifier neither starts nor ends with a slash, and has no two in a row.
  Identifier: [`${CHARACTERS}+(/${CHARACTERS}+)*`, 35],
  Count: ['[0-9]+', 15],
  Sum: [String.raw`[0-9]+(\.[0-9]{1,2})?`, 18],
  Currency: ['[A-Z]{3}', 3],
  Iban: ['[A-Z]{2}[0-9]{2}[A-Za-z0-9]+', 34],
  Bic: ['[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?', 11],
  Country: ['[A-Z]{2}', 2],
  Sepa: ['SEPA', 4],
  Core: ['CORE', 4],
  SequenceType: ['FRST|RCUR|OOFF|FNAL', 4],
  DirectDebit: ['DD', 2],
  SharedCharges: ['SLEV', 4],
} as const;

/** The part of pain.008.001.08 that SEPA Core debits use: its elements in their order, their lengths and characters. */
export const SEPA_SCHEMA = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns="${SEPA_NAMESPACE}" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  targetNamespace="${SEPA_NAMESPACE}" elementFormDefault="qualified">
  ${simpleTypes(TEXTS)}
  <xs:complexType name="Address"><xs:sequence>
    <xs:element name="Dept" type="Text70" minOccurs="0"/>
    <xs:element name="SubDept" type="Text70" minOccurs="0"/>
    <xs:element name="StrtNm" type="Text70" minOccurs="0"/>
    <xs:element name="BldgNb" type="Text16" minOccurs="0"/>
    <xs:element name="BldgNm" type="Text35" minOccurs="0"/>
    <xs:element name="Flr" type="Text70" minOccurs="0"/>
    <xs:element name="PstBx" type="Text16" minOccurs="0"/>
    <xs:element name="Room" type="Text70" minOccurs="0"/>
    <xs:element name="PstCd" type="Text16" minOccurs="0"/>
    <xs:element name="TwnNm" type="Text35" minOccurs="0"/>
    <xs:element name="TwnLctnNm" type="Text35" minOccurs="0"/>
    <xs:element name="DstrctNm" type="Text35" minOccurs="0"/>
    <xs:element name="CtrySubDvsn" type="Text35" minOccurs="0"/>
    <xs:element name="Ctry" type="Country" minOccurs="0"/>
    <xs:element name="AdrLine" type="Text70" minOccurs="0" maxOccurs="2"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Party"><xs:sequence>
    <xs:element name="Nm" type="Text70"/>
    <xs:element name="PstlAdr" type="Address" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Initiator"><xs:sequence>
    <xs:element name="Nm" type="Text70" minOccurs="0"/>
    <xs:element name="Id" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:any processContents="skip"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="OtherId"><xs:sequence>
    <xs:element name="Id" type="Text35"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Account"><xs:sequence>
    <xs:element name="Id"><xs:complexType><xs:sequence>
      <xs:element name="IBAN" type="Iban"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="Ccy" type="Currency" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Agent"><xs:sequence>
    <xs:element name="FinInstnId"><xs:complexType><xs:choice>
      <xs:element name="BICFI" type="Bic"/>
      <xs:element name="Othr" type="OtherId"/>
    </xs:choice></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="CreditorScheme"><xs:sequence>
    <xs:element name="Nm" type="Text70" minOccurs="0"/>
    <xs:element name="Id"><xs:complexType><xs:sequence>
      <xs:element name="PrvtId"><xs:complexType><xs:sequence>
        <xs:element name="Othr"><xs:complexType><xs:sequence>
          <xs:element name="Id" type="Text35"/>
          <xs:element name="SchmeNm"><xs:complexType><xs:sequence>
            <xs:element name="Prtry" type="Sepa"/>
          </xs:sequence></xs:complexType></xs:element>
        </xs:sequence></xs:complexType></xs:element>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="EarlierAccount"><xs:sequence>
    <xs:element name="Id"><xs:complexType><xs:choice>
      <xs:element name="IBAN" type="Iban"/>
      <xs:element name="Othr" type="OtherId"/>
    </xs:choice></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Amendment"><xs:sequence>
    <xs:element name="OrgnlMndtId" type="Identifier" minOccurs="0"/>
    <xs:element name="OrgnlCdtrSchmeId" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="Nm" type="Text70" minOccurs="0"/>
      <xs:element name="Id" minOccurs="0"><xs:complexType><xs:sequence>
        <xs:any processContents="skip"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="OrgnlDbtrAcct" type="EarlierAccount" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Mandate"><xs:sequence>
    <xs:element name="MndtId" type="Identifier"/>
    <xs:element name="DtOfSgntr" type="Date"/>
    <xs:element name="AmdmntInd" type="xs:boolean" minOccurs="0"/>
    <xs:element name="AmdmntInfDtls" type="Amendment" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Debit"><xs:sequence>
    <xs:element name="PmtId"><xs:complexType><xs:sequence>
      <xs:element name="InstrId" type="Identifier" minOccurs="0"/>
      <xs:element name="EndToEndId" type="Identifier"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="InstdAmt" type="Amount"/>
    <xs:element name="DrctDbtTx"><xs:complexType><xs:sequence>
      <xs:element name="MndtRltdInf" type="Mandate"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="DbtrAgt" type="Agent"/>
    <xs:element name="Dbtr" type="Party"/>
    <xs:element name="DbtrAcct" type="Account"/>
    <xs:element name="UltmtDbtr" type="Party" minOccurs="0"/>
    <xs:element name="Purp" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="Cd" type="Text35"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="RmtInf" minOccurs="0"><xs:complexType><xs:sequence>
      <xs:element name="Ustrd" type="Text140"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Batch"><xs:sequence>
    <xs:element name="PmtInfId" type="Identifier"/>
    <xs:element name="PmtMtd" type="DirectDebit"/>
    <xs:element name="BtchBookg" type="xs:boolean" minOccurs="0"/>
    <xs:element name="NbOfTxs" type="Count"/>
    <xs:element name="CtrlSum" type="Sum"/>
    <xs:element name="PmtTpInf"><xs:complexType><xs:sequence>
      <xs:element name="SvcLvl"><xs:complexType><xs:sequence>
        <xs:element name="Cd" type="Sepa"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="LclInstrm"><xs:complexType><xs:sequence>
        <xs:element name="Cd" type="Core"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="SeqTp" type="SequenceType"/>
    </xs:sequence></xs:complexType></xs:element>
    <xs:element name="ReqdColltnDt" type="Date"/>
    <xs:element name="Cdtr" type="Party"/>
    <xs:element name="CdtrAcct" type="Account"/>
    <xs:element name="CdtrAgt" type="Agent"/>
    <xs:element name="ChrgBr" type="SharedCharges" minOccurs="0"/>
    <xs:element name="CdtrSchmeId" type="CreditorScheme"/>
    <xs:element name="DrctDbtTxInf" type="Debit" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>
  <xs:element name="Document"><xs:complexType><xs:sequence>
    <xs:element name="CstmrDrctDbtInitn"><xs:complexType><xs:sequence>
      <xs:element name="GrpHdr"><xs:complexType><xs:sequence>
        <xs:element name="MsgId" type="Identifier"/>
        <xs:element name="CreDtTm" type="xs:dateTime"/>
        <xs:element name="NbOfTxs" type="Count"/>
        <xs:element name="CtrlSum" type="Sum"/>
        <xs:element name="InitgPty" type="Initiator"/>
      </xs:sequence></xs:complexType></xs:element>
      <xs:element name="PmtInf" type="Batch" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;
