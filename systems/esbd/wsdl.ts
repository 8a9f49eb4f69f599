import { bare, isMandatory, itemOf } from './codec.ts'
import { type Fields, isStructure, NAMESPACE, operations, structures } from './protocol.ts'

/**
 * The WSDL of the part of `IICWebService` that we use, both bindings, made from the tables of
 * `contract.ts`. The sandbox serves it under `?wsdl` with its own address.
 */
export function wsdl(address: string): string {
  const names = Object.keys(operations)
  const each = (make: (name: string) => string) => names.map(make).join('')
  return `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:tns="${NAMESPACE}" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="${NAMESPACE}">
<wsdl:types><s:schema elementFormDefault="qualified" targetNamespace="${NAMESPACE}">
${Object.entries(operations)
  .map(
    ([name, { in: input, out }]) =>
      `<s:element name="${name}"><s:complexType>${sequence(input)}</s:complexType></s:element>\n` +
      `<s:element name="${name}Response"><s:complexType>${sequence({ [`${name}Result`]: out })}</s:complexType></s:element>\n`,
  )
  .join('')}${Object.entries(structures)
  .map(
    ([name, fields]) =>
      `<s:complexType name="${name}">${sequence(fields)}</s:complexType>\n` +
      `<s:complexType name="ArrayOf${name}"><s:sequence><s:element minOccurs="0" maxOccurs="unbounded" name="${name}" nillable="true" type="tns:${name}"/></s:sequence></s:complexType>\n`,
  )
  .join('')}</s:schema></wsdl:types>
${each((name) => message(`${name}SoapIn`, name) + message(`${name}SoapOut`, `${name}Response`))}<wsdl:portType name="IICWebServiceSoap">
${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="tns:${name}SoapIn"/><wsdl:output message="tns:${name}SoapOut"/></wsdl:operation>\n`)}</wsdl:portType>
${binding('soap', '', names)}${binding('soap12', '12', names)}<wsdl:service name="IICWebService">
${port('soap', '', address)}${port('soap12', '12', address)}</wsdl:service>
</wsdl:definitions>
`
}

const message = (name: string, element: string) =>
  `<wsdl:message name="${name}"><wsdl:part name="parameters" element="tns:${element}"/></wsdl:message>\n`

const port = (prefix: string, version: string, address: string) =>
  `<wsdl:port name="IICWebServiceSoap${version}" binding="tns:IICWebServiceSoap${version}"><${prefix}:address location="${escapeXml(address)}"/></wsdl:port>\n`

const binding = (prefix: string, version: string, names: string[]) =>
  `<wsdl:binding name="IICWebServiceSoap${version}" type="tns:IICWebServiceSoap">
<${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${names
  .map(
    (name) =>
      `<wsdl:operation name="${name}"><${prefix}:operation soapAction="${NAMESPACE}/${name}" style="document"/>` +
      `<wsdl:input><${prefix}:body use="literal"/></wsdl:input><wsdl:output><${prefix}:body use="literal"/></wsdl:output></wsdl:operation>\n`,
  )
  .join('')}</wsdl:binding>
`

const sequence = (fields: Fields): string =>
  `<s:sequence>${Object.entries(fields)
    .map(
      ([name, type]) =>
        `<s:element minOccurs="${isMandatory(type) ? 1 : 0}" maxOccurs="1" name="${name}" type="${typeName(type)}"/>`,
    )
    .join('')}</s:sequence>`

function typeName(type: string): string {
  const item = itemOf(type)
  if (item) return `tns:ArrayOf${item}`
  if (isStructure(type)) return `tns:${type}`
  return `s:${bare(type)}`
}

const marks: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
export const escapeXml = (value: string): string =>
  value.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
