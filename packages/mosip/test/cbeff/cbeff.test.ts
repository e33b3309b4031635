/** CBEFF XML is read and written by its schema; what is none of it, or too much, is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCbeff } from '../../src/parser/cbeff/read-cbeff.ts';
import { writeCbeff } from '../../src/parser/cbeff/write-cbeff.ts';
import { Unreadable } from '../../src/parser/refusals.ts';
import { cbeffFile } from '../../testing/records.ts';

const read = (text: string) => readCbeff(Buffer.from(text), 'sample');
const file = cbeffFile(['Finger', Buffer.from('FIR')], ['Face', Buffer.from('FAC')]);
const xmlns = 'xmlns="http://standards.iso.org/iso-iec/19785/-3/ed-2/"';
const bir = (content: string) => `<BIR ${xmlns}>${content}</BIR>`;

describe('a file', () => {
  it('becomes the record of its JSON', () => {
    expect(read(file)).toEqual({
      birInfo: { integrity: false },
      segments: ['Finger', 'Face'].map((type) => ({
        version: { major: 1, minor: 1 },
        cbeffversion: { major: 1, minor: 1 },
        birInfo: { integrity: false },
        bdbInfo: {
          index: 'f9c11267-9018-44c2-a4d7-5bb1f1cf2555',
          format: { organization: 'Mosip', type: '8' },
          creationDate: '2026-01-31T15:29:22.988Z',
          type: [type],
          subtype: [],
          level: 'Raw',
          purpose: 'Enroll',
          quality: { algorithm: { organization: 'HMAC', type: 'SHA-256' }, score: 94 },
        },
        bdb: Buffer.from(type === 'Face' ? 'FAC' : 'FIR').toString('base64'),
        sb: 'AAAA',
        others: { EXCEPTION: 'false', PAYLOAD: '{"a":"<b>"}' },
      })),
    });
  });

  it('is written so that it is read as the same', () => {
    expect(read(writeCbeff(read(file)))).toEqual(read(file));
    const written = writeCbeff({
      segments: [{ bdbInfo: { type: ['FACE'], level: 'PROCESSED' }, bdb: [-1, 0, 127], sb: null }],
    });
    expect(written).toContain('<Type>FACE</Type><Level>Processed</Level>');
    expect(read(written).segments).toMatchObject([{ bdb: '/wB/' }]);
    expect(written).not.toContain('<SB>');
  });

  it('may be of one record, with comments, prefixes and wrapped base64', () => {
    const one = `<!-- a face --><c:BIR ${xmlns.replace('xmlns', 'xmlns:c')}>
      <c:BDBInfo><!-- - --><c:Type>Face Iris</c:Type></c:BDBInfo><c:BDB>AA\n  AA</c:BDB></c:BIR>`;
    expect(read(one)).toEqual({ segments: [{ bdbInfo: { type: ['Face', 'Iris'] }, bdb: 'AAAA' }] });
  });
});

describe('refused is', () => {
  it.each<[string, string, RegExp]>([
    ['no XML', 'FAC', /not well-formed/],
    ['half of one', file.slice(0, -9), /not well-formed|cut off/],
    ['a tag cut off', file.slice(0, -2), /cut off/],
    ['a DTD', `<!DOCTYPE BIR [<!ENTITY a "b">]>${bir('')}`, /a DTD or a CDATA section/],
    ['a DTD from elsewhere', `<!DOCTYPE BIR SYSTEM "http://10.0.0.1/">${bir('')}`, /a DTD/],
    ['an entity', bir('<BDB>&a;</BDB>'), /not well-formed/],
    ['a CDATA section', bir('<BDB><![CDATA[AAAA]]></BDB>'), /CDATA section/],
    ['two roots', bir('') + bir(''), /not well-formed/],
    ['another root', '<BIRs/>', /expected BIR .* found BIRs/],
    ['another namespace', '<BIR/>', /expected BIR/],
    ['an unknown element', bir('<Face/>'), /unknown element Face in BIR/],
    ['another namespace within', bir('<BDB xmlns="a">AAAA</BDB>'), /unknown element BDB/],
    ['an element twice', bir('<BDB>AAAA</BDB><BDB>AAAA</BDB>'), /a second BDB/],
    ['elements in text', bir('<BDB><a/></BDB>'), /elements in BDB/],
    ['text between elements', bir('a<BDB>AAAA</BDB>'), /text in BIR/],
    ['data beside records', bir('<BIR/><BDB>AAAA</BDB>'), /data and records within/],
    ['records in records', bir('<BIR><BIR/></BIR>'), /unknown element BIR in BIR/],
    ['no number', bir('<Version><Major>x</Major></Version>'), /Major is no number/],
    ['no boolean', bir('<BIRInfo><Integrity>no</Integrity></BIRInfo>'), /no boolean/],
    ['no level', bir('<BDBInfo><Level>RAW</Level></BDBInfo>'), /Level is no level/],
    ['an entry without key', bir('<others><entry>a</entry></others>'), /no key/],
    ['an entry of another name', bir('<others><a key="b"/></others>'), /expected entry/],
    ['a control character', bir('<BDB>\u0001</BDB>'), /control characters/],
    ['a control character by number', bir('<BIRInfo><Creator>&#1;</Creator></BIRInfo>'), /control/],
    ['many records', bir('<BIR/>'.repeat(101)), /more than 100 records/],
    ['many tags', bir('<BIR/>'.repeat(12_001)), /more than 12000 tags/],
    ['deep nesting', '<BIR>'.repeat(13_000), /more than 12000 tags/],
    ['many attributes', `<BIR ${'a=""'.repeat(1000)}/>`, /tag of more than 512/],
    ['many attributes in all', bir('<BIR a="" b="" c=""/>'.repeat(700)), /more than 2000 attr/],
    ['a bracket in an attribute', bir('<BIR a=">" b=""/>'), /a > that ends no tag/],
    ['a bracket in text', bir('<BDB>></BDB>'), /a > that ends no tag/],
    ['a long comment', `<!--${'a'.repeat(600)}-->`, /tag of more than 512/],
  ])('%s', (_, text, message) => {
    expect(() => read(text)).toThrow(Unreadable);
    expect(() => read(text)).toThrow(message);
  });

  it('a file in another encoding', () => {
    expect(() => readCbeff(Buffer.from(file, 'utf16le'), 'sample')).toThrow(/sample: /);
    expect(() => readCbeff(Buffer.of(0xff, 0xfe), 'sample')).toThrow(/UTF-8/);
  });

  it('whatever else a changed file is', () => {
    const words = ['<', '>', '/', '&', ';', '"', 'BIR', '<!', 'xmlns', '&#', '\u0000'];
    const edit = fc.tuple(fc.nat(file.length), fc.nat(20), fc.constantFrom(...words));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        let text = file;
        for (const [at, length, word] of edits)
          text = text.slice(0, at) + word + text.slice(at + length);
        try {
          const record = read(text);
          expect(read(writeCbeff(record))).toEqual(record);
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
