import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSignature, redrawSignature } from './signature.js';
import { parsePath, printPath } from './svg-path.js';

const PEN = 'fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"';

describe('a signature', () => {
  test('is redrawn from its strokes and dots; nothing else survives', () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150" onload="alert(1)">
      <script>alert(2)</script><style>@import url(//x)</style>
      <path d="M 1.5,2 C 3,4 5,6 7.004,8" stroke-width="2.1" onclick="x()" style="fill:url(//x)"/>
      <circle r="1.2" cx="3" cy="4" fill="url(javascript:1)"></circle>
      <foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>
      <a href="javascript:1"><image href="https://evil.example/x"/></a><use href="//x#y"/></svg>`;
    expect(redrawSignature(svg)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 150">' +
        `<path d="M 1.5,2 C 3,4 5,6 7,8" ${PEN}/>` +
        '<circle cx="3" cy="4" r="1.2" fill="#000"/></svg>',
    );
  });

  test('may be typed; what is not a letter of a name is dropped', () => {
    const drawn = redrawSignature(
      '<svg viewBox="0 0 500 200"><text onclick="1">Mara\u202e "&lt;L&gt;" O\'Neil</text></svg>',
    );
    expect(drawn).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 200">' +
        '<text x="20" y="120" font-size="64" font-style="italic">Mara &quot;&lt;L&gt;&quot; O&#39;Neil</text></svg>',
    );
  });

  test('is the same when it is drawn again', () => {
    const once = redrawSignature(
      '<svg viewBox="0 0 500 200"><path d="M1 1L20.456 30Q4 5 6 7"/><text>A &amp;lt; B</text></svg>',
    );
    expect(redrawSignature(once)).toBe(once);
    expect(readSignature(once).name).toBe('A &lt; B');
  });

  test.each([
    ['viewBox="0 0 300.5 150"', 300, 150],
    ['width="320" height="90px"', 320, 90],
    ['viewBox="1 1 300 150"', 500, 200],
    ['viewBox="0 0 9 9"', 500, 200],
    ['width="100%" height="0"', 500, 200],
  ])('the pad of %s is %d by %d', (size, width, height) => {
    expect(readSignature(`<svg ${size}><path d="M 1 1 L 2 2"/></svg>`)).toMatchObject({ width, height });
  });

  const NONE = [
    '',
    'hello',
    '<svg></svg>',
    '<svg><path d="javascript:1"/></svg>',
    '<svg><path d=""/></svg>',
    '<svg><path d="M 1 1"/></svg>',
    '<svg><path d="L 1 1 2 2"/></svg>',
    '<svg><path d="M 1 1 L 2"/></svg>',
    '<svg><path d="M 1 1 A 1 1 0 0 0 2 2"/></svg>',
    '<svg><path d="M 1e3 1 L 2 2"/></svg>',
    '<svg><path d="M 99999 1 L 2 2"/></svg>',
    '<svg><path d="M 1 1 L 2 2 url(//x)"/></svg>',
    '<svg><circle cx="1" cy="1" r="900"/></svg>',
    '<svg><script>1</script></svg>',
    '<svg><text><script>1</script></text></svg>',
    '<svg><text> \u202e </text></svg>',
    `<svg><path d="M 1 1 L${' 2 2'.repeat(30_000)}"/></svg>`,
  ];

  test('is refused where it is none', () => {
    for (const svg of NONE) {
      expect(() => redrawSignature(svg), svg.slice(0, 60)).toThrow('errormessage.payment.signature.invalid');
    }
  });

  test.each(['<path ', '<text>', '<circle cx="', '<path d="M'])('many %j cost no time', (part) => {
    const svg = part.repeat(Math.floor(200_000 / part.length));
    // CPU time is measured, because wall-clock time depends on other processes.
    const began = process.cpuUsage();
    expect(() => redrawSignature(svg)).toThrow('errormessage.payment.signature.invalid');
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2_000);
  });

  test('whatever is sent, only numbers, commands of a pen and escaped letters come back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, data) => {
        const shapes = `<path d="M 0 0 L 1 1"/><path d="${data}"/><text>${name}</text>`;
        const drawn = redrawSignature(`<svg>${shapes}</svg>`);
        const letters = />([^<>]*)<\/text>/.exec(drawn)?.[1] ?? '';
        expect(drawn.replace(`>${letters}</text>`, '></text>')).toMatch(
          /^<svg xmlns="[a-z0-9:/.]+" viewBox="0 0 500 200">(<path d="[MLQC\d ,.-]+" [a-z\d"#= -]+\/>)+(<text [xy\d"= a-z-]+><\/text>)?<\/svg>$/,
        );
      }),
    );
  });
});

describe('path data', () => {
  const DATA = [
    ['M1,2L3,4', 'M 1,2 L 3,4'],
    ['M 1 2 3 4', 'M 1,2 L 3,4'],
    ['M-1.234 -.5', null],
    ['M 1-2 L 3-4', 'M 1,-2 L 3,-4'],
    ['M 0 0 Q 1 2 3 4 5 6 7 8', 'M 0,0 Q 1,2 3,4 Q 5,6 7,8'],
    // Some pads write relative commands.
    ['m 10 10 5 5 l 1 -1', 'M 10,10 L 15,15 L 16,14'],
    ['M 10 10 c 1 2 3 4 5 6 1 1 2 2 3 3', 'M 10,10 C 11,12 13,14 15,16 C 16,17 17,18 18,19'],
    ['M 10 10 h 5 V 3 H 1 v -1 z', 'M 10,10 L 15,10 L 15,3 L 1,3 L 1,2 L 10,10'],
    ['M 19999 1 l 5 5', null],
    ['M 0 0 Z 1', null],
    ['M 0 0 S 1 2 3 4', null],
  ] as const;

  test('is printed again as it was understood', () => {
    const printed = (data: string) => {
      const steps = parsePath(data);
      return steps && printPath(steps);
    };
    expect(DATA.map(([data]) => [data, printed(data)])).toEqual(DATA);
  });
});
