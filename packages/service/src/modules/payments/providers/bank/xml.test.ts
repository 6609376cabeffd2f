import { expect, it } from 'vitest';
import { readXml, writeXml } from './xml.js';

it('writes what it reads: attributes, repeated elements and signs of XML', async () => {
  const text = '<a> & "b"';
  const file = writeXml({
    Document: {
      '@xmlns': 'urn:x',
      One: { '@Ccy': text, '#text': text },
      Many: [{ Id: 1 }, { Id: false }],
      None: undefined,
    },
  });
  const { namespace, root } = await readXml(Buffer.from(file));
  const leaf = (name: string, line: number, content: string, attributes = {}) => ({
    name,
    line,
    text: content,
    attributes,
    children: [],
  });
  expect(namespace).toBe('urn:x');
  expect(root.children).toEqual([
    leaf('One', 3, text, { Ccy: text }),
    { ...leaf('Many', 4, ''), children: [leaf('Id', 5, '1')] },
    { ...leaf('Many', 7, ''), children: [leaf('Id', 8, 'false')] },
  ]);
});
