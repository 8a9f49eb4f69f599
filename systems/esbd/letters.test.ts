import { describe, expect, test } from 'vitest'
import { EsbdRefused } from './refused.ts'
import { contentOf, headersOf, requestOf } from './wire.ts'

const envelope = (inside: string) =>
  `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inside}</s:Body></s:Envelope>`
const answer = (inside: string) =>
  envelope(`<GetItemsResponse xmlns="https://icweb/IICWebService">${inside}</GetItemsResponse>`)
const read = (xml: string) => contentOf('GetItems', xml)

describe('a request', () => {
  test('has every mandatory number, in the operator’s order, and what it says is data only', () => {
    expect(
      requestOf('1.1', 'GetClientsByKeyFields', {
        aClient: {
          PHONES: '\r\n\t',
          First_Name: `<![CDATA[</First_Name><ID>5</ID>]]>`,
          Last_Name: `А & "Б" 'в'`,
          Middle_Name: '',
          Sex_ID: 2,
          BANKS: [{ ACCOUNT_NUMBER: 'KZ1' }, {}],
          UNKNOWN: 'x',
        },
        aSessionID: 's-1',
      }),
    ).toBe(
      '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
        '<soap:Body><GetClientsByKeyFields xmlns="https://icweb/IICWebService"><aSessionID>s-1</aSessionID><aClient>' +
        '<ID>0</ID><First_Name>&lt;![CDATA[&lt;/First_Name&gt;&lt;ID&gt;5&lt;/ID&gt;]]&gt;</First_Name>' +
        '<Last_Name>А &amp; &quot;Б&quot; &apos;в&apos;</Last_Name><Natural_Person_Bool>-1</Natural_Person_Bool>' +
        '<Class_ID>0</Class_ID><Sex_ID>2</Sex_ID><SETTLEMENT_ID>0</SETTLEMENT_ID><DOCUMENT_TYPE_ID>0</DOCUMENT_TYPE_ID>' +
        '<PHONES>&#13;&#10;&#9;</PHONES><ACTIVITY_KIND_ID>0</ACTIVITY_KIND_ID><RESIDENT_BOOL>-1</RESIDENT_BOOL>' +
        '<ECONOMICS_SECTOR_ID>0</ECONOMICS_SECTOR_ID><COUNTRY_ID>0</COUNTRY_ID><verify_bool>-1</verify_bool>' +
        '<BANKS><CLIENTBANK><ACCOUNT_NUMBER>KZ1</ACCOUNT_NUMBER><BANK_CLIENT_ID>0</BANK_CLIENT_ID></CLIENTBANK>' +
        '<CLIENTBANK><BANK_CLIENT_ID>0</BANK_CLIENT_ID></CLIENTBANK></BANKS>' +
        '</aClient></GetClientsByKeyFields></soap:Body></soap:Envelope>',
    )
  })

  test('leaves out what is not given, and names its operation as its version does', () => {
    expect(requestOf('1.2', 'GetClientByID', { aID: 0, aSessionID: null })).toContain(
      '"http://www.w3.org/2003/05/soap-envelope"><soap:Body><GetClientByID xmlns="https://icweb/IICWebService"><aID>0</aID></GetClientByID>',
    )
    expect(headersOf('1.1', 'GetItems')).toEqual({
      'content-type': 'text/xml; charset=utf-8',
      soapaction: '"https://icweb/IICWebService/GetItems"',
    })
    expect(headersOf('1.2', 'GetItems')).toEqual({
      'content-type':
        'application/soap+xml; charset=utf-8; action="https://icweb/IICWebService/GetItems"',
    })
  })
})

describe('an answer', () => {
  test('is records, arrays of what is there several times, and texts; nil is left out', () => {
    const content = read(
      answer(
        '<n:R xmlns:n="x">\n <A b="c"> 4.75 </A><A><![CDATA[<&]]>&amp;</A><B/><C xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/><D nil="1">d</D><__proto__>p</__proto__></n:R>',
      ),
    )
    expect(JSON.stringify(content)).toBe(
      '{"R":{"A":["4.75","<&&"],"B":"","D":"d","__proto__":"p"}}',
    )
    expect(read(answer(''))).toBe('')
  })

  test.each([
    ['to another operation', envelope('<GetItemResponse/>')],
    ['with two bodies', answer('').replace('</s:Body>', '</s:Body><s:Body/>')],
    ['that is empty', ''],
    ['without a body', '<Envelope/>'],
    ['that breaks off', answer('<A>1</A>').slice(0, -20)],
    ['with another end than its beginning', answer('<A>1</B>')],
    ['with an unknown entity', answer('<A>&more;</A>')],
    ['with a document type', `<!DOCTYPE a [<!ENTITY b "c">]>${answer('')}`],
    ['with text beside elements', answer('1<A>1</A>')],
    ['that is a page', '<html><body><p>Busy<br></body></html>'],
  ])('%s is none', (_what, xml) => {
    expect(() => read(xml)).toThrow(expect.objectContaining({ name: 'Error' }))
    expect(() => read(xml)).not.toThrow(EsbdRefused)
  })

  test.each([
    ['<s:Fault><faultcode>x</faultcode><faultstring>нет</faultstring></s:Fault>', 'нет'],
    [
      '<s:Fault><s:Reason><s:Text xml:lang="ru">нет</s:Text><s:Text xml:lang="en">no</s:Text></s:Reason></s:Fault>',
      'нет',
    ],
    ['<s:Fault/>', 'Fault'],
  ])('%s is a refusal', (fault, faultText) => {
    expect(() => read(envelope(fault))).toThrow(expect.objectContaining({ faultText }))
  })
})
