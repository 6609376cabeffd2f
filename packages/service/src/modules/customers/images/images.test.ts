import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { form } from '../../../../test/support/data-form.js';
import { jpegOfQuarters, pngOf, quartersOf, transparentPngOf } from '../../../../test/support/images.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { customerImages } from './images.tables.js';
import { jpegOf, jpegsInTurn } from './jpeg.js';

const RED = [255, 0, 0] as const;
const GREEN = [0, 255, 0] as const;
const BLUE = [0, 0, 255] as const;
const WHITE = [255, 255, 255] as const;
const GREY = [0x77, 0x77, 0x77] as const;

const SECRET = 'N 52.5200 E 13.4050';

/** Builds a segment of a JPEG. */
const segment = (code: number, content: Buffer) => {
  const made = Buffer.alloc(4);
  made[0] = 0xff;
  made[1] = code;
  made.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([made, content]);
};
/** Says in Exif how a photograph is to be turned, followed by a secret. */
const turned = (jpeg: Buffer, turn: number) => {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff[19] = turn;
  const exif = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(SECRET)]));
  const comment = segment(0xfe, Buffer.from(SECRET));
  return Buffer.concat([jpeg.subarray(0, 2), exif, comment, jpeg.subarray(2), Buffer.from(SECRET)]);
};
/** Returns the image with another size in its header, at the given place. */
const withSize = (image: Buffer, at: number, size: string) => {
  const changed = Buffer.from(image);
  changed.write(size, at, 'hex');
  return changed;
};

let photograph: Buffer;
beforeAll(async () => {
  photograph = await jpegOfQuarters(64, 32, [RED, BLUE, GREEN, WHITE]);
});

describe('the image of a customer', () => {
  let service: TestService;
  let newEvents: Awaited<ReturnType<typeof subscribeToEvents>>;
  let customerId: number;

  beforeAll(async () => {
    service = await startTestService();
    newEvents = await subscribeToEvents(service);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await service.api().post<{ customerId: number }>('/v1/customers/create', NINA);
    ({ customerId } = made.body);
    await newEvents();
  });

  const put = (bytes: Buffer) =>
    service.api().request<ErrorBody & { imageUrl: string }>({
      method: 'PUT',
      url: `/v1/customers/${customerId}/images`,
      ...form(undefined, { name: 'face.jpg', bytes }, 'image'),
    });
  const record = async () =>
    (await service.api().request<{ imageUrl?: string }>({ url: `/v1/customers/${customerId}` })).body;
  const open = (url: string) => service.app.app.inject(url.replace('http://localhost:4010', ''));
  const kept = async (bytes: Buffer) => {
    const { headers, rawPayload } = await open((await put(bytes)).body.imageUrl);
    expect(headers['content-type']).toBe('image/jpeg');
    return rawPayload;
  };

  test('is shown in the record by a link of 15 minutes, and partners are told', async () => {
    expect(await record()).not.toHaveProperty('imageUrl');
    const { body } = await put(photograph);
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_UPDATED', entityId: customerId }]);
    for (const url of [body.imageUrl, (await record()).imageUrl ?? '']) {
      expect((await open(url)).statusCode).toBe(200);
    }
    service.clock.advance(900_000);
    expect((await open(body.imageUrl)).statusCode).toBe(403);
  });

  test('is replaced by the next one, whose link is another', async () => {
    const before = (await put(photograph)).body.imageUrl;
    await put(pngOf(3, 2));
    expect((await open(before)).statusCode).toBe(403);
    const { rawPayload } = await open((await record()).imageUrl ?? '');
    expect(await quartersOf(rawPayload)).toMatchObject({ width: 3, height: 2 });
  });

  test.each([
    ['a photograph', () => photograph, 64, 32, [RED, BLUE, GREEN, WHITE]],
    ['a photograph on its side, upright', () => turned(photograph, 6), 32, 64, [GREEN, RED, WHITE, BLUE]],
    ['a PNG', () => pngOf(3, 2), 3, 2, [GREY, GREY, GREY, GREY]],
    ['a PNG that is too wide, smaller', () => pngOf(2401, 800), 1200, 400, [GREY, GREY, GREY, GREY]],
    ['a PNG that is too high, smaller', () => pngOf(1, 4000), 1, 1200, [GREY, GREY, GREY, GREY]],
  ])('is kept as a JPEG: %s', async (_, given, width, height, colours) => {
    const found = await quartersOf(await kept(given()));
    expect(found).toMatchObject({ width, height });
    expect(distance(found.colours, colours)).toBeLessThan(12);
  });

  test('shows the colours of all its parts when it is smaller, and white behind transparent ones', async () => {
    const parts = [
      ...Array.from({ length: 900 }, () => [...RED, 255] as const),
      ...Array.from({ length: 900 }, () => [...RED, 0] as const),
    ];
    const { width, colours } = await quartersOf(await kept(transparentPngOf(parts)));
    expect(width).toBe(1200);
    expect(distance(colours, [RED, WHITE, RED, WHITE])).toBeLessThan(12);
    const half = await quartersOf(await kept(transparentPngOf([[0, 0, 0, 128]])));
    expect(distance(half.colours, [[127, 127, 127]])).toBeLessThan(6);
  });

  test('contains nothing that is known about the photograph', async () => {
    expect((await kept(turned(photograph, 1))).toString('latin1')).not.toMatch(/Exif|13\.4050/);
  });

  test.each([
    ['no image', () => Buffer.from('%PDF-1.7')],
    ['a single byte of one', () => photograph.subarray(0, 1)],
    ['one that is cut off in its header', () => photograph.subarray(0, 30)],
    ['one that is cut off', () => photograph.subarray(0, photograph.length - 10)],
    ['a PNG that is cut off', () => pngOf(30, 20).subarray(0, 45)],
    ['one with too many pixels', () => pngOf(5001, 5000)],
    ['one with far too many pixels', () => withSize(pngOf(3, 2), 16, '0000ea600000ea60')],
    ['one without pixels', () => withSize(pngOf(3, 2), 16, '0000000000000000')],
    ['an empty file', () => Buffer.alloc(0)],
  ])('is not %s', async (_, bytes) => {
    expect(await put(bytes())).toMatchObject({ status: 400, body: { reference: 'image' } });
    expect(await record()).not.toHaveProperty('imageUrl');
  });

  test('is stored encrypted', async () => {
    await put(photograph);
    const rows = await service.database.db.select().from(customerImages);
    const start = photograph.toString('base64').slice(0, 12);
    expect(rows.map(({ contentEncrypted }) => contentEncrypted).join()).not.toContain(start);
  });
});

describe('images are converted', () => {
  test('within a time limit', async () => {
    expect(await jpegOf(photograph, 1)).toBeNull();
  });

  test('one after the other, even after a fault; too many at once are refused', async () => {
    const started: ((isFine: boolean) => void)[] = [];
    const convert = jpegsInTurn(
      (bytes) =>
        new Promise((resolve, reject) => {
          started.push((isFine) => (isFine ? resolve(bytes) : reject(new Error('out of order'))));
        }),
    );
    const all = Array.from({ length: 12 }, () => convert(photograph));
    await expect(all[11]).rejects.toMatchObject({ status: 503, params: { seconds: 5 } });
    expect(started).toHaveLength(1);
    started[0]?.(false);
    await expect(all[0]).rejects.toThrow('out of order');
    const another = convert(photograph);
    for (let turn = 1; turn < 12; turn += 1) {
      await expect.poll(() => started.length).toBe(turn + 1);
      started[turn]?.(true);
    }
    expect(await Promise.all([...all.slice(1, 11), another])).toEqual(Array(11).fill(photograph));
  });
});

/** Returns how much two lists of colours differ at most. */
function distance(found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): number {
  const channels = found
    .flat()
    .map((value, at) => Math.abs(value - (expected.flat()[at % expected.flat().length] ?? 0)));
  return Math.max(...channels);
}
