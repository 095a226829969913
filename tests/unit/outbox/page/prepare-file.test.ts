// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';

import { filesWords } from '#src/content/attachments.ts';
import { prepareFile as prepare } from '#src/outbox/page/prepare-file.ts';

const prepareFile = (file: File) => prepare(file, async () => undefined);

const pdf = '%PDF-1.7\n%%EOF';
const jpeg = '\xff\xd8\xff\xe0';
const png = '\x89PNG\r\n\x1a\n';

function chosen(start: string, size = start.length, name = 'x.pdf'): File {
  const bytes = new Uint8Array(size);
  bytes.set(Uint8Array.from(start, (letter) => letter.charCodeAt(0)));
  return new File([bytes], name);
}

/** A JPEG without metadata, of this many bytes. */
function photo(size: number, name = 'x.jpg'): File {
  const bytes = new Uint8Array(size);
  bytes.set([0xff, 0xd8, 0xff, 0xda, 0, 2]);
  bytes.set([0xff, 0xd9], size - 2);
  return new File([bytes], name);
}

/** A browser that draws a photo of this size and returns a JPEG of this many bytes. */
function draw(width: number, height: number, bytes: number, pixel = [32, 64, 96, 255], isEncoded = true) {
  const context = { fillRect: vi.fn(), drawImage: vi.fn(), getImageData: () => ({ data: pixel }) };
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => undefined }));
  class Canvas {
    width: number;
    height: number;
    constructor(width: number, height: number) {
      this.width = width;
      this.height = height;
    }
    getContext = () => context;
    convertToBlob = async () =>
      isEncoded
        ? new Blob([Uint8Array.of(0xff, 0xd8, 0xff), new Uint8Array(bytes - 3)], { type: 'image/jpeg' })
        : new Promise(() => undefined);
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  onTestFinished(() => void vi.unstubAllGlobals());
  return context;
}

test('a file gets its sum, its type and a clean name, and is cut into parts', async () => {
  const prepared = await prepareFile(chosen(pdf, 128 * 1024 + 3, '../CV.pdf'));
  if ('problem' in prepared) throw new Error(prepared.problem);
  expect(prepared.file).toMatchObject({ name: 'CV.pdf', type: 'application/pdf', state: 'here', parts: 0 });
  expect(prepared.file.sha256).toMatch(/^[\da-f]{64}$/);
  expect(prepared.parts.map(({ byteLength }) => byteLength)).toEqual([128 * 1024, 3]);
});

test.each([
  ['an empty file', chosen(''), filesWords.unreadable],
  ['a web page', chosen('<html>', 6, 'cv.DOC'), filesWords.other('.doc', filesWords.others.page)],
  ['half a photo that cannot be drawn', chosen(jpeg, 1_000), filesWords.damaged],
  ['another type', chosen('<svg xmlns="http://www.w3.org/2000/svg">'), filesWords.type],
  ['more than 5 MB', chosen(pdf, 5_000_001), filesWords.large(5)],
  ['a photo of more than 30 MB', chosen(jpeg, 30_000_001), filesWords.large(30)],
])('%s is refused with its sentence', async (_, file, problem) => {
  silenceWarnings();
  expect(await prepareFile(file)).toEqual({ problem });
});

function silenceWarnings(): void {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
}

/** A file of which this is the result of reading it. */
function readAs(reading: Promise<ArrayBuffer>): File {
  const file = chosen(pdf);
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => reading });
  return file;
}

test('a file that has been changed since it was chosen is to be chosen again', async () => {
  silenceWarnings();
  const changed = Promise.reject(new DOMException('changed', 'NotReadableError'));
  expect(await prepareFile(readAs(changed))).toEqual({ problem: filesWords.unreadable });
});

test('a file in a cloud that is never read ends after a minute, so that the text can be submitted', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  silenceWarnings();
  const preparing = prepareFile(readAs(new Promise(() => undefined)));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await preparing).toEqual({ problem: filesWords.unreadable });
});

test.each(['opened', 'encoded'])(
  'a whole photo that is never %s is sent without its metadata',
  async (step) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    silenceWarnings();
    draw(4_000, 3_000, 310_000, undefined, step !== 'encoded');
    if (step === 'opened') vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined));
    const preparing = prepareFile(photo(2_900_000));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await preparing).toMatchObject({ file: { size: 2_900_000 } });
  },
);

test('a photo over which the page died twice is sent without its metadata, or a smaller one is asked for', async () => {
  draw(4_000, 3_000, 310_000);
  const died = (size: number, count: number) =>
    localStorage.setItem('drawing', JSON.stringify({ name: 'x.jpg', size, count }));
  died(2_900_000, 1);
  expect(await prepareFile(photo(2_900_000))).toMatchObject({ file: { size: 310_000 } });
  died(2_900_000, 2);
  expect(await prepareFile(photo(2_900_000))).toMatchObject({ file: { size: 2_900_000 } });
  died(5_000_001, 2);
  expect(await prepareFile(photo(5_000_001))).toEqual({ problem: filesWords.undrawn });
});

test('a page that is left while it draws leaves no note', async () => {
  vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined));
  void prepareFile(photo(2_900_000));
  await vi.waitFor(() => expect(localStorage.drawing).toContain('"count":1'));
  dispatchEvent(new Event('pagehide'));
  expect(localStorage.drawing).toBeUndefined();
});

test.each(['that cannot be drawn', 'that is no smaller when it is drawn'])(
  'a photo %s is sent without what the camera wrote',
  async (kind) => {
    silenceWarnings();
    if (kind !== 'that cannot be drawn') draw(4_000, 3_000, 310_000);
    const taken = chosen(
      '\xff\xd8\xff\xe1\0\x0cExif\0\0GPS!\xff\xda\0\x02pixels\xff\xd9',
      undefined,
      'x.jpg',
    );
    const prepared = await prepareFile(taken);
    if ('problem' in prepared) throw new Error(prepared.problem);
    const sent = prepared.parts.map((part) => Buffer.from(part).toString('latin1')).join('');
    expect(sent).toBe('\xff\xd8\xff\xda\0\x02pixels\xff\xd9');
  },
);

test('a photo is scaled to 2,000 pixels on white and becomes a JPEG, if that is smaller', async () => {
  const context = draw(4_000, 3_000, 310_000);
  const large = await prepareFile(photo(2_900_000, 'IMG_1.JPEG'));
  expect(large).toMatchObject({
    from: 2_900_000,
    file: { name: 'IMG_1.jpg', size: 310_000, type: 'image/jpeg' },
  });
  expect(context.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 2_000, 1_500);
  expect(context.fillRect.mock.calls.at(-1)).toEqual([0, 0, 2_000, 1_500]);
  const small = await prepareFile(photo(300_000));
  expect(small).toMatchObject({ file: { size: 300_000 } });
  expect(small).not.toHaveProperty('from');
});

test('a long picture, such as a screenshot of a whole page, stays wide enough to be read', async () => {
  const context = draw(1_080, 9_000, 310_000);
  await prepareFile(photo(2_900_000));
  expect(context.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 1_000, 8_333);
});

test('a drawing stays a PNG up to 1 MB; a larger one becomes a JPEG', async () => {
  draw(1_000, 1_000, 200_000);
  expect(await prepareFile(chosen(png, 900_000, 'plan.png'))).toMatchObject({ file: { type: 'image/png' } });
  expect(await prepareFile(chosen(png, 1_100_000, 'plan.png'))).toMatchObject({
    file: { name: 'plan.jpg', type: 'image/jpeg' },
  });
});

test('a HEIC photo that the browser can draw becomes a JPEG; elsewhere it is named', async () => {
  silenceWarnings();
  const heic = chosen('\0\0\0\x18ftypheic', 900_000, 'IMG_1.HEIC');
  expect(await prepareFile(heic)).toEqual({ problem: filesWords.heic });
  draw(4_000, 3_000, 310_000);
  expect(await prepareFile(heic)).toMatchObject({ file: { name: 'IMG_1.jpg', size: 310_000 } });
});

test('a file that may need a password, or whose end is missing, is said and can be sent', async () => {
  const locked = chosen('%PDF-1.7\n/Encrypt 5 0 R %%EOF');
  expect(await prepareFile(locked)).toMatchObject({ hint: filesWords.protected, file: { name: 'x.pdf' } });
  expect(await prepareFile(chosen('%PDF-1.7'))).toMatchObject({ hint: filesWords.cut });
});

test('a browser that returns another picture than was drawn sends the original', async () => {
  draw(4_000, 3_000, 310_000, [255, 255, 255, 255]);
  expect(await prepareFile(photo(2_900_000))).toMatchObject({ file: { size: 2_900_000 } });
});
