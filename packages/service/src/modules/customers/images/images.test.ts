import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NINA } from '../../../../test/support/buyer.js';
import type { ErrorBody } from '../../../../test/support/clients.js';
import { form } from '../../../../test/support/data-form.js';
import { JPEG, pngOf } from '../../../../test/support/images.js';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { subscribeToEvents } from '../../../../test/support/subscribe-to-events.js';
import { bareImage } from './bare-image.js';
import { customerImages } from './images.tables.js';

const SECRET = 'N 52.5200 E 13.4050';

/** Builds a segment of a JPEG. */
const segment = (code: number, content: Buffer) => {
  const made = Buffer.alloc(4);
  made[0] = 0xff;
  made[1] = code;
  made.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([made, content]);
};
const withSegments = (...segments: Buffer[]) =>
  Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)]);
const exif = (byteOrder: 'MM' | 'II', turn: number) => {
  const tiff = {
    MM: `4d4d002a00000008${'0001'}011200030000000100${turn.toString().padStart(2, '0')}0000${'00000000'}`,
    II: `49492a0008000000${'0100'}120103000100000${'0'}${turn.toString().padStart(2, '0')}000000${'00000000'}`,
  }[byteOrder];
  return segment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff, 'hex'), Buffer.from(SECRET)]),
  );
};

describe('an image without what is not needed to show it', () => {
  test.each([
    ['a photograph', withSegments(exif('II', 1), segment(0xfe, Buffer.from(SECRET)))],
    ['a photograph followed by another', Buffer.concat([JPEG, Buffer.from(SECRET)])],
    [
      'a photograph with copyright and profile',
      withSegments(segment(0xed, Buffer.from(SECRET)), segment(0xe2, Buffer.from(SECRET))),
    ],
  ])('%s', (_, given) => {
    expect(bareImage(given)).toEqual({ contentType: 'image/jpeg', width: 8, height: 6, bytes: JPEG });
  });

  test.each(['MM', 'II'] as const)('keeps how a photograph is to be turned: %s', (byteOrder) => {
    const bare = bareImage(withSegments(exif(byteOrder, 6)));
    expect(bare?.bytes.toString('latin1')).not.toContain(SECRET);
    expect(bareImage(bare?.bytes ?? Buffer.alloc(0))).toEqual(bare);
    expect(bare?.bytes.length).toBe(JPEG.length + 36);
    expect(bare?.bytes.readUInt16LE(20 + 28)).toBe(6);
  });

  test('a PNG', () => {
    const given = pngOf(3, 2, [
      ['eXIf', SECRET],
      ['tEXt', SECRET],
    ]);
    const bytes = pngOf(3, 2);
    expect(bareImage(given)).toEqual({ contentType: 'image/png', width: 3, height: 2, bytes });
  });

  test('cuts off or garbled, there is none', () => {
    for (const whole of [JPEG, pngOf(3, 2)]) {
      for (let length = 0; length < whole.length; length += 1) {
        expect(bareImage(whole.subarray(0, length))).toBeNull();
      }
      for (let at = 0; at < whole.length; at += 1) {
        const garbled = Buffer.from(whole);
        garbled[at] = 0xff;
        expect(() => bareImage(garbled)).not.toThrow();
      }
    }
    expect(bareImage(Buffer.from('GIF89a'))).toBeNull();
  });
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
      ...form(undefined, { name: 'face.txt', bytes }, 'image'),
    });
  const record = async () =>
    (await service.api().request<{ imageUrl?: string }>({ url: `/v1/customers/${customerId}` })).body;
  const open = (url: string) => service.app.app.inject(url.replace('http://localhost:4010', ''));

  test('is shown in the record by a link of 15 minutes, and partners are told', async () => {
    expect(await record()).not.toHaveProperty('imageUrl');
    const { body } = await put(withSegments(exif('II', 1)));
    expect(await newEvents()).toEqual([{ type: 'CUSTOMER_UPDATED', entityId: customerId }]);
    for (const url of [body.imageUrl, (await record()).imageUrl ?? '']) {
      const { headers, rawPayload } = await open(url);
      expect([headers['content-type'], rawPayload]).toEqual(['image/jpeg', JPEG]);
    }
    service.clock.advance(900_000);
    expect((await open(body.imageUrl)).statusCode).toBe(403);
  });

  test('is replaced by the next one, whose link is another', async () => {
    const before = (await put(JPEG)).body.imageUrl;
    await put(pngOf(3, 2));
    expect((await open(before)).statusCode).toBe(403);
    const { headers } = await open((await record()).imageUrl ?? '');
    expect(headers['content-type']).toBe('image/png');
  });

  test.each([
    ['no image', Buffer.from('%PDF-1.7')],
    ['one that is too wide', pngOf(1201, 1)],
    ['one that is too high', pngOf(1, 1201)],
    ['an empty file', Buffer.alloc(0)],
  ])('is not %s', async (_, bytes) => {
    expect(await put(bytes)).toMatchObject({ status: 400, body: { reference: 'image' } });
    expect(await record()).not.toHaveProperty('imageUrl');
  });

  test('is stored encrypted', async () => {
    await put(JPEG);
    const rows = await service.database.db.select().from(customerImages);
    expect(rows.map(({ contentEncrypted }) => contentEncrypted).join()).not.toContain(
      JPEG.toString('base64').slice(0, 40),
    );
  });
});
